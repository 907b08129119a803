import { Worker } from 'node:worker_threads'

/** What a program says to a question. */
export type Said<Answer> = { answer: Answer } | { error: { message: string; stack?: string } }

/** Ends this process once its parent is gone, also while it works without a pause. */
const guard = `
const parent = process.ppid
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1000)
`

/** The program of a `SideProgram`: `work` answers each question; what it throws is told to whoever asked. */
export function answerQuestions<Question, Answer>(work: (question: Question) => Promise<Answer>): void {
  new Worker(guard, { eval: true, stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 4 } }).unref()
  process.once('disconnect', () => process.exit())
  process.on('message', async (question) => {
    const said: Said<Answer> = await work(question as Question).then(
      (answer) => ({ answer }),
      ({ message, stack }) => ({ error: { message: String(message), stack } }),
    )
    process.send?.(said)
  })
}
