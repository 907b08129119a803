import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/processes.mjs'

/*
 * Compares the figures of all benches with their goals. A figure that misses its goal is listed in missed-goals.json
 * with its measured value: it is reported, and fails only when a quarter worse than listed. The gate counts how many
 * runs in a row reached the goal of a listed figure (file GATE_FIGURES). After two such runs, the figure must be
 * removed from the list; a single one may be due to a faster machine.
 */

const MAY_BE_WORSE = 1.25

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {number} value
 * @property {number} goal
 * @property {string} [unit]
 * @property {boolean} [isFloor] the value must be at least the goal; without it, at most
 */

/** Measured values and goals of figures that miss their goals, by `bench: name`. */
export const missedGoals = () => JSON.parse(readFileSync(join(root, 'tests/bench/missed-goals.json'), 'utf8'))

/**
 * Prints notable figures and returns broken goals.
 * @param {string} bench
 * @param {Figure[]} figures
 * @param {Record<string, { figure: number, goal: number }>} [missed]
 * @returns {string[]}
 */
export function missedBy(bench, figures, missed = missedGoals()) {
  const broken = []
  for (const one of figures) {
    const key = `${bench}: ${one.name}`
    const listed = missed[key]
    const text = `${one.name} ${shown(one.value)}${one.unit ?? ''}, goal ${one.isFloor ? '≥' : '≤'} ${one.goal}`
    const isReached = reaches(one, one.goal)
    // Also records a miss of an unlisted figure, to reset its count of runs in a row that reached the goal.
    if (listed || !isReached) note(key, isReached)
    if (isReached) {
      if (listed)
        console.log(`The goal is reached; after two runs in a row the figure leaves the list of missed goals: ${text}`)
    } else if (!listed) broken.push(text)
    else if (listed.goal !== one.goal) broken.push(`${text}; the list of missed goals names the goal ${listed.goal}`)
    else if (!reaches(one, one.isFloor ? listed.figure / MAY_BE_WORSE : listed.figure * MAY_BE_WORSE))
      broken.push(`${text}; a quarter worse than ${listed.figure}, which is listed`)
    else console.log(`Goal missed, as listed (${listed.figure}): ${text}`)
  }
  return broken
}

function note(key, isReached) {
  if (process.env.GATE_FIGURES) appendFileSync(process.env.GATE_FIGURES, `${JSON.stringify([key, isReached])}\n`)
}

const reaches = ({ value, isFloor }, limit) => (isFloor ? value >= limit : value <= limit)
const shown = (value) => String(Math.round(value * 100) / 100)
