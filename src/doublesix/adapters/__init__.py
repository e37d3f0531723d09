"""The real things behind the server's seams: a SQLite file, the clock of the machine, worker threads and processes."""
