import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Creates a clock for programs started with `env`: the machine's clock until a test moves or stops it. */
export function makeMovableClock() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-clock-'))
  const file = path.join(folder, 'clock')
  // Writes a new file and renames it, so that no program reads a half-written one.
  const write = (text: string) => {
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
  write('0')
  return {
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(path.resolve('tests/days/moved-clock.mjs')).href}`,
      CLOCK_FILE: file,
    },
    /** Sets the current moment; the clock continues from there. */
    moveTo: (moment: Date) => write(String(moment.getTime() - Date.now())),
    /** Stops the clock at this moment until it is moved again. */
    stopAt: (moment: Date) => write(`stopped ${moment.getTime()}`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
