"""What the programs that time other libraries share."""
import sys


def run(benches, sizes):
    """Each library's bench for the sizes of the command line, or these. One that is missing or fails is a comment line."""
    sizes = [int(a) for a in sys.argv[1:]] or sizes
    for name, bench in benches.items():
        try:
            bench(sizes)
        except ImportError:
            print(f"# {name}: not installed", flush=True)
        except Exception as error:  # a peer's failure is a line in the table, not the end of it
            print(f"# {name}: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}", flush=True)
