import { Worker } from 'node:worker_threads'

export type ProgramReply<Answer> = { answer: Answer } | { error: { message: string; stack?: string } }

/** Kills this process once its parent has ended, even in the middle of work. */
const guard = `
const parent = process.ppid
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1000)
`

/**
 * Entry point of a `SideProgram`: reports that it is ready, then `work` answers each request; an exception is returned
 * to the caller.
 */
export function serveRequests<Question, Answer>(work: (question: Question) => Promise<Answer>): void {
  new Worker(guard, { eval: true, stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 4 } }).unref()
  process.once('disconnect', () => process.exit())
  process.on('message', async (question) => {
    const reply: ProgramReply<Answer> = await work(question as Question).then(
      (answer) => ({ answer }),
      ({ message, stack }) => ({ error: { message: String(message), stack } }),
    )
    process.send?.(reply)
  })
  process.send?.('ready')
}
