import { parentPort } from 'node:worker_threads'

/** What a thread says to a question. */
export type Said<Answer> = { answer: Answer } | { error: { message: string; stack?: string } }

/** The program of a `ThreadedProgram`: `work` answers each question; what it throws is told to whoever asked. */
export function answerAsThread<Question, Answer>(work: (question: Question) => Promise<Answer>): void {
  parentPort?.on('message', async (question: Question) => {
    const said: Said<Answer> = await work(question).then(
      (answer) => ({ answer }),
      ({ message, stack }) => ({ error: { message: String(message), stack } }),
    )
    parentPort?.postMessage(said)
  })
}
