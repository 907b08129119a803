import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { birthOf, root } from '../processes.mjs'

export const MINUTE = 60_000

/** Time limit of any step in milliseconds on an idle machine: the longest step takes 75 minutes. */
const MAX_STEP_MS = 180 * MINUTE

/** Maximum delay of a Node timer in milliseconds; a longer delay would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Folder of notes about the process groups of a run, so that the next run can end those of an aborted run. */
const notesFolder = join(root, '.cache', 'gate-processes')

/** Number of characters to keep from the output of a step that shows its output. */
const KEPT_LETTERS = 2000

/** Running steps. Each leads a process group, so that a signal to the group reaches its children. */
const running = new Set()
let ending = false

/**
 * Runs one command to its end.
 * @param {object} step
 * @param {string} step.name
 * @param {string[]} step.command
 * @param {NodeJS.ProcessEnv} [step.env]
 * @param {boolean} [step.stream] shows the output while it runs
 * @param {number} step.limit milliseconds on an idle machine: of the whole step or, for a step that shows its output,
 * of a pause without any output
 * @param {number} [step.maxMs] milliseconds of the whole step on an idle machine, also for a step that shows its
 * output
 * @returns {Promise<{ code: number, output: string, seconds: number }>} `code` is 1 when a signal ended the command
 */
export function runStep({ name, command: [program, ...args], env = process.env, stream, limit, maxMs = MAX_STEP_MS }) {
  // After a signal no step starts: the process is about to end.
  if (ending) return new Promise(() => {})
  if (stream) console.log(`\n── ${name} …`)
  const started = Date.now()
  const child = spawn(program, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const forget = noteProcess(child.pid)
  let output = ''
  const slowness = Number(env.TEST_SLOWNESS) || 1
  const stopAfter = (idleMs, what) => {
    const ms = Math.min(idleMs * slowness, MAX_TIMER_MS)
    return setTimeout(() => {
      const sentence = `"${name}" ${what} ${ms / MINUTE} minutes and was stopped.`
      output += sentence
      console.error(sentence)
      endGroup(child.pid, 'SIGKILL')
    }, ms)
  }
  const silence = stopAfter(limit, stream ? 'printed nothing for' : 'took longer than')
  const whole = stopAfter(maxMs, 'did not end within')
  for (const [pipe, shown] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    pipe.setEncoding('utf8').on('data', (text) => {
      if (!stream) {
        output += text
        return
      }
      // The output is shown already: keep only its end, as the reason for a failure.
      output = (output + text).slice(-KEPT_LETTERS)
      shown.write(text)
      silence.refresh()
    })
  }
  return new Promise((done) => {
    const finish = (code) => {
      clearTimeout(silence)
      clearTimeout(whole)
      running.delete(child)
      forget()
      done({ code, output, seconds: (Date.now() - started) / 1000 })
    }
    child.once('error', (error) => {
      output += error.message
      if (stream) console.error(error.message)
      finish(1)
    })
    // A child that the step left behind keeps the output open: the end of the group closes it.
    child.once('exit', (code) => {
      endGroup(child.pid, 'SIGKILL')
      // A process that left the group does not hold up the run.
      setTimeout(() => finish(code ?? 1), 10_000).unref()
    })
    child.once('close', (code) => finish(code ?? 1))
  })
}

/** Records a process group until the returned function is called. */
export function noteProcess(pid, { folder = notesFolder, gate = process.pid } = {}) {
  const born = birthOf(pid)
  if (born === null) return () => {}
  const file = join(folder, String(pid))
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify({ pid, born, gate, gateBorn: birthOf(gate) }))
  return () => rmSync(file, { force: true })
}

/**
 * Ends the process groups that an aborted run of this clone left behind, and reports it. Groups of running gates stay.
 */
export function endLeftOvers(folder = notesFolder) {
  let names = []
  try {
    names = readdirSync(folder)
  } catch {
    return
  }
  for (const name of names) {
    const file = join(folder, name)
    const note = readNote(file)
    if (note?.gateBorn && birthOf(note.gate) === note.gateBorn) continue
    if (note && birthOf(note.pid) === note.born) {
      console.log(`Ending process ${note.pid}, which an aborted run left behind.`)
      endGroup(note.pid, 'SIGKILL')
    }
    rmSync(file, { force: true })
  }
}

function readNote(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function endGroup(pid, signal) {
  if (!pid) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}

/** Ends all running steps and the process itself with exit code 1. */
export async function endEverything(signal, close) {
  if (ending) return
  ending = true
  console.log(`\n${signal}: stopping the tests.`)
  for (const child of running) endGroup(child.pid, 'SIGTERM')
  const patience = setTimeout(() => {
    for (const child of running) endGroup(child.pid, 'SIGKILL')
  }, 1500)
  while (running.size > 0) await sleep(50)
  clearTimeout(patience)
  await close()
  process.exit(1)
}

export async function twoAtATime(items, work) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await work(item)
  }
  await Promise.all([worker(), worker()])
}
