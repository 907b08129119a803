import { expect, it } from 'vitest'
import { addDays } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { randomOf } from '../../../../../tests/factories/random'
import { readBalance } from '../values/amounts'
import { classKey, sectionKey, splitClassSection } from '../values/class-names'
import { readDay } from '../values/days'
import { decideAmounts } from './decide-amounts'
import { decideClasses, decidedClass } from './decide-classes'
import { decideDays } from './decide-days'

const today = '2026-11-29'
const columns = 2_000

const { fraction: random, below: whole, pick } = randomOf(7)

interface Outcome {
  asked: number
  wrong: string[]
}

/** Reads many columns. A column with a question counts as asked; otherwise its wrong values are collected. */
function readMany(readOne: () => { isAsked: boolean; wrong: string[] }): Outcome {
  const outcome: Outcome = { asked: 0, wrong: [] }
  for (let index = 0; index < columns; index++) {
    const { isAsked, wrong } = readOne()
    if (isAsked) outcome.asked += 1
    else outcome.wrong.push(...wrong)
  }
  return outcome
}

const facts = { key: 'it', heading: 'It', today, answers: {} }

it('asks about a random column of dates, or reads every date as it was meant', () => {
  const { asked, wrong } = readMany(() => {
    const isDayFirst = random() < 0.6
    const separator = pick(['/', '-', '.'])
    const days = Array.from({ length: 1 + whole(30) }, () => addDays('2008-01-01', whole(5_000)))
    const texts = days.map((day) => {
      const [year = '', month = '', date = ''] = day.split('-')
      const numbers = isDayFirst ? [date, month, year] : [month, date, year]
      return pick([numbers.join(separator), numbers.map(Number).join(separator), pick([day, `${day}T00:00:00.000Z`])])
    })
    const cells = texts.map((cell, index) => ({ line: index + 2, cell }))
    const decided = decideDays(cells, { ...facts, years: 'past', isPast: true, mayBeBare: false, fileOrder: null })
    return {
      isAsked: decided.questions.length > 0,
      wrong: texts.flatMap((text, index) => {
        const read = readDay(text, today, 'past', decided.decision)
        return read.ok && read.text === days[index] && decided.contradictions.length === 0 ? [] : [text]
      }),
    }
  })
  expect(wrong).toEqual([])
  // Questions are rare, mostly about columns with few values.
  expect(asked / columns).toBeLessThan(0.1)
})

it('asks about a random column of dates with two-digit years, or reads every date as it was meant', () => {
  const { asked, wrong } = readMany(() => {
    const isYearFirst = random() < 0.1
    const separator = pick(['/', '-', '.'])
    const days = Array.from({ length: 1 + whole(30) }, () => addDays('2008-01-01', whole(5_000)))
    const texts = days.map((day) => {
      const [year = '', month = '', date = ''] = day.slice(2).split('-')
      return (isYearFirst ? [year, month, date] : [date, month, year]).join(separator)
    })
    const cells = texts.map((cell, index) => ({ line: index + 2, cell }))
    const decided = decideDays(cells, { ...facts, years: 'past', isPast: true, mayBeBare: false, fileOrder: null })
    return {
      isAsked: decided.questions.length > 0,
      wrong: texts.filter((text, index) => {
        const read = readDay(text, today, 'past', decided.decision)
        return !read.ok || read.text !== days[index]
      }),
    }
  })
  expect(wrong).toEqual([])
  // Questions are about columns with the year first, and about columns with few values.
  expect(asked / columns).toBeLessThan(0.35)
})

it('asks about a random column of amounts, or reads every amount as it was meant', () => {
  const { asked, wrong } = readMany(() => {
    const form = pick(['plain', 'indian', 'western', 'european', 'tally'] as const)
    const amounts = Array.from({ length: 1 + whole(30) }, () =>
      random() < 0.7 ? whole(90_000) * 100 : whole(9_000_000),
    )
    const texts = amounts.map((paise) => {
      const plain = (paise / 100).toFixed(2)
      const western = plain.replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',')
      const indian = formatPaise(paise, { style: 'exact' })
      const european = plain.replace('.', ',').replace(/\B(?=(\d{3})+,)/g, '.')
      return { plain: String(paise / 100), indian, western, european, tally: `${indian.slice(1)} Dr` }[form]
    })
    const cells = texts.map((cell, index) => ({ line: index + 2, cell }))
    const decided = decideAmounts(cells, { ...facts, arePayments: false })
    return {
      isAsked: decided.questions.length > 0,
      wrong: texts.flatMap((text, index) => {
        const read = readBalance(text, decided.decision)
        return read.ok && Number(read.text) === amounts[index] && decided.contradictions.length === 0 ? [] : [text]
      }),
    }
  })
  expect(wrong).toEqual([])
  expect(asked / columns).toBeLessThan(0.1)
})

it('asks about a random column of classes, or reads every class as it was meant', () => {
  const roman = 'I II III IV V VI VII VIII IX X XI XII'.split(' ')
  const { asked, wrong } = readMany(() => {
    const numeral = pick([(number: number) => roman[number - 1] ?? '', String, (number: number) => `Std ${number}`])
    const join = pick([' - ', '-', '/', ' ', '(', ' Div '])
    const sections = pick(['A B C', 'I II III', '1 2 3', 'Gulab Kamal', 'અ બ']).split(' ')
    const expected = Array.from({ length: 1 + whole(30) }, () => [1 + whole(12), pick(sections)] as const)
    const texts = expected.map(([number, section]) => `${numeral(number)}${join}${section}${join === '(' ? ')' : ''}`)
    const cells = texts.map((cell, index) => ({ line: index + 2, cell }))
    const decided = decideClasses(cells, { ...facts, hasSections: false })
    return {
      isAsked: decided.questions.length > 0,
      wrong: texts.flatMap((text, index) => {
        const [number, section] = expected[index] ?? [0, '']
        const parts = splitClassSection(decidedClass(text, decided.decision))
        const isRight =
          parts && classKey(parts.className) === String(number) && sectionKey(parts.sectionName) === sectionKey(section)
        return isRight ? [] : [text]
      }),
    }
  })
  expect(wrong).toEqual([])
  expect(asked / columns).toBeLessThan(0.1)
})
