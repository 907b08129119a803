/** A CSV file of 10,000 students, from the start of the checking job to the commit, beside the same students by bare inserts. */
export async function run(stage) {
  const result = await stage.run('tests/bench/import.ts')
  const { counts } = result
  console.log(`
import of ${result.rows} students (CSV): ${counts.new} new, ${counts.rejected} rejected, each with its reason
  check and commit     ${result.seconds.toFixed(2)} s, ${result.rowsPerSecond.toFixed(0)} rows a second (goal ≥ 5,000)
  of it our own work   ${result.cpuSeconds.toFixed(2)} s of processor
  bare multi-row insert ${result.bareSeconds.toFixed(2)} s: ${result.ratio.toFixed(1)} times that
  memory               +${result.memoryMb.toFixed(0)} MB at most (goal ≤ 64)
  longest standstill   ${result.maxPauseMs.toFixed(0)} ms of the worker
  the same file again  ${result.repeatSeconds.toFixed(2)} s: ${result.repeated.unchanged} unchanged, ${result.repeated.new + result.repeated.changed} to write`)
}
