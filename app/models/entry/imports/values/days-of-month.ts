import { latinDigits } from '~/language/language'
import { ok, type Read, wrong } from './cells'

/** Reads a number of days and returns it in half days: `20.5` is 41. */
export function readDays(text: string): Read {
  const plain = latinDigits(text)
    .trim()
    .replace(/\s*(?:days?|दिन|દિવસ)\.?$/i, '')
    .replace('½', '.5')
  const found = /^(\d{1,2})(?:\.(0|5)0*)?$/.exec(plain)
  if (!found) return wrong('Write a number of days, with .5 for half a day')
  return ok(String(Number(found[1]) * 2 + (found[2] === '5' ? 1 : 0)))
}

/** Reads whole days, such as those on which the school was open; refuses half days. */
export function readWholeDays(text: string): Read {
  const halves = readDays(text)
  if (!halves.ok) return halves
  return Number(halves.text) % 2 === 0
    ? ok(String(Number(halves.text) / 2))
    : wrong('The school was open on whole days only')
}
