import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Trouble, waitFor } from './processes.mjs'

/** A child process whose output lines are recorded. */
export class Listened {
  lines = []
  hasEnded = false
  #name
  #limitMs

  /** `limitMs`: maximum wait for a line on an idle machine; `onLine` gets each line; other options go to `spawn`. */
  constructor([program, words], { name = program, limitMs, onLine = () => {}, ...options }) {
    this.#name = name
    this.#limitMs = limitMs * (Number(process.env.TEST_SLOWNESS) || 1)
    this.child = spawn(program, words, options)
    this.ended = new Promise((done) => {
      this.child.once('error', (error) => {
        this.lines.push(error.message)
        done(1)
      })
      this.child.once('close', (code) => done(code ?? 1))
    }).finally(() => {
      this.hasEnded = true
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line)
        onLine(line)
      })
    }
  }

  said(pattern) {
    return this.lines.some((line) => pattern.test(line))
  }

  /** Waits for a matching line; on failure the Trouble contains the last lines. */
  async says(pattern) {
    await waitFor(() => this.said(pattern) || this.hasEnded, this.#limitMs, 20)
    if (this.said(pattern)) return
    throw new Trouble(`${this.#name} did not print ${pattern}. Its last lines:\n${this.lines.slice(-30).join('\n')}`)
  }
}
