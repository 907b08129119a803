import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const pageBytes = 4096

/** Returns the resident memory of a process in bytes, including buffers; 0 if it has ended. */
export async function readProcessMemory(pid: number): Promise<number> {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
      return Number(stdout) * 1024
    }
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
    return Number(pages) * pageBytes
  } catch {
    return 0
  }
}
