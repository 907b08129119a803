import { expect, it } from 'vitest'
import { forAsker } from '~/services/programs/asker.server'
import { ProgramTrouble } from '~/services/programs/side-program.server'
import { receiptView } from '../../tests/factories/receipt-view'
import { sectionOfCards } from '../../tests/factories/report-cards-view'
import { turnsUntil } from '../../tests/setup/growth'
import { makePaper } from './make-paper.server'
import { renderReportCards } from './report-card.server'

/** The paper, and how often this process could do something else until it was made. */
async function watched<Made>(work: () => Promise<Made>) {
  let isMade = false
  const turns = turnsUntil(() => isMade)
  const made = await work()
  isMade = true
  return { made, turns: await turns }
}

it('a section’s report cards are made beside the process, which goes on serving, and are the same file', async () => {
  const view = sectionOfCards()
  // The program's fonts are not what is measured.
  await makePaper('report-cards', [sectionOfCards(1)])
  const beside = await watched(() => makePaper('report-cards', [view]))
  const within = await watched(() => renderReportCards(view))
  expect(Buffer.from(beside.made).equals(Buffer.from(within.made))).toBe(true)
  // Laid out in the process, it leaves few turns to others.
  expect(beside.turns).toBeGreaterThan(10 * within.turns)
})

it('who has gone before it was made is not made a paper', async () => {
  const made = forAsker({ gone: () => AbortSignal.abort(new Error('gone')) }, () =>
    makePaper('report-cards', [sectionOfCards(1)]),
  )
  await expect(made).rejects.toThrow('gone')
})

it('a receipt waits for no papers of a class', async () => {
  const gone = new AbortController()
  const order: string[] = []
  const of = (account: string, work: () => Promise<unknown>) =>
    forAsker({ gone: () => gone.signal, account: { name: account, school: 'school 1' } }, work)
  const counterReceipt = { view: receiptView, receivedBy: 'Jigna Shah', balancePaise: 0, printedOn: '2026-07-09' }
  // The program has read its fonts, and the counter's has not.
  await makePaper('report-cards', [sectionOfCards(1)])
  const cards = of('staff 1', () => makePaper('report-cards', [sectionOfCards(200)])).then(() => order.push('cards'))
  const receipt = of('staff 2', () => makePaper('counter-receipt', [counterReceipt, 'en', 'slip'])).then(() =>
    order.push('receipt'),
  )
  await Promise.all([cards, receipt])
  expect(order).toEqual(['receipt', 'cards'])
})

it('an account has two papers waiting and a school five, so that nobody keeps all others from theirs', async () => {
  const gone = new AbortController()
  const ask = (school: string, account: string) =>
    forAsker({ gone: () => gone.signal, account: { name: account, school } }, () =>
      makePaper('report-cards', [sectionOfCards(1)]).then(
        () => 'made',
        (error: unknown) => (error instanceof ProgramTrouble ? error.code : 'gone'),
      ),
    )
  const of = (many: number, school: string, account: (nth: number) => string) =>
    Array.from({ length: many }, (_, nth) => ask(school, account(nth)))
  const [first = '', ...rest] = await Promise.all(of(60, 'school 1', () => 'student 1'))
  // One is being made, two wait.
  expect(first).toBe('made')
  expect(rest.filter((answer) => answer === 'made')).toHaveLength(2)
  expect(rest.filter((answer) => answer === 'own-share')).toHaveLength(57)
  const [others, neighbour] = await Promise.all([
    Promise.all(of(20, 'school 1', (nth) => `student ${nth}`)),
    ask('school 2', 'staff 1'),
  ])
  expect(neighbour).toBe('made')
  expect(others.filter((answer) => answer === 'made')).toHaveLength(6)
})
