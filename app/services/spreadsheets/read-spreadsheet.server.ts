import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { env } from '~/env.server'
import { log, loggable } from '~/services/log.server'
import { type Sheet, SheetTrouble } from './port'
import type { FileForThread, SheetAnswer } from './sheet-reader.server'

/** A file of 10,000 rows of 30 cells, or of 50,000 rows of 6, takes less; what takes more is told to be too large. */
const maxHeapMegabytes = 128

let previous: Promise<unknown> = Promise.resolve()

/**
 * A CSV or .xlsx file as rows of text, read in a thread of its own, one file at a time: whatever its bytes make of the reader, the
 * process goes on, and goes on serving.
 * @param seconds after which a file that is not read yet counts as too large
 * @param sheet which sheet of a workbook, from 0
 * @throws SheetTrouble for what is no spreadsheet, or holds more than may be read
 */
export function readSpreadsheet(
  bytes: Uint8Array,
  { seconds, sheet = 0 }: { seconds: number; sheet?: number },
): Promise<Sheet> {
  const reading = previous.then(() => readInThread({ bytes, sheet }, seconds))
  previous = reading.catch(() => undefined)
  return reading
}

async function readInThread(file: FileForThread, seconds: number): Promise<Sheet> {
  const thread = new Worker(path.resolve(env().SHALA_BUILD_DIR, 'sheet-reader.js'), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes, maxYoungGenerationSizeMb: 16 },
    env: {},
  })
  let clock: NodeJS.Timeout | undefined
  try {
    const answer = await new Promise<SheetAnswer>((resolve) => {
      clock = setTimeout(() => resolve({ trouble: 'too-large-inside' }), seconds * 1000)
      thread.once('message', resolve)
      thread.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return resolve({ trouble: 'too-large-inside' })
        log().error({ error: loggable(error), bytes: file.bytes.length }, 'the reader of spreadsheets ended')
        resolve({ trouble: 'unreadable' })
      })
      thread.once('exit', () => resolve({ trouble: 'unreadable' }))
    })
    if ('trouble' in answer) throw new SheetTrouble(answer.trouble)
    return answer.sheet
  } finally {
    clearTimeout(clock)
    await thread.terminate()
  }
}
