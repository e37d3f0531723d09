/** Runs checks by their names, says which failed and why, and prints the names of those that passed. @param {Record<string, () => void>} checks */
export function run(checks) {
  const done = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      check();
      done.push(name);
    } catch (problem) {
      console.error(`${name}: ${problem.stack}`);
      process.exitCode = 1;
    }
  }
  process.stdout.write(JSON.stringify(done));
}
