import { expect, it } from 'vitest'
import { runForClient } from '~/services/programs/asker.server'
import { ProgramTrouble } from '~/services/programs/side-program.server'
import { receiptView } from '../../tests/factories/receipt-view'
import { sectionOfCards } from '../../tests/factories/report-cards-view'
import { turnsUntil } from '../../tests/setup/growth'
import { makePaper } from './make-paper.server'
import { renderReportCards } from './report-card.server'

/** Result of the work, and the number of event loop turns of this process while it ran. */
async function watched<Made>(work: () => Promise<Made>) {
  let isMade = false
  const turns = turnsUntil(() => isMade)
  const made = await work()
  isMade = true
  return { made, turns: await turns }
}

it('renders a section’s report cards in another process with the same bytes, while this process keeps serving', async () => {
  const view = sectionOfCards()
  // Exclude the program's font loading from the measurement.
  await makePaper('report-cards', [sectionOfCards(1)])
  const beside = await watched(() => makePaper('report-cards', [view]))
  const within = await watched(() => renderReportCards(view))
  expect(Buffer.from(beside.made).equals(Buffer.from(within.made))).toBe(true)
  // Laying out a document within this process leaves few event loop turns for other work.
  expect(beside.turns).toBeGreaterThan(10 * within.turns)
})

it('makes no paper for a client that disconnected before its turn', async () => {
  const made = runForClient({ gone: () => AbortSignal.abort(new Error('gone')) }, () =>
    makePaper('report-cards', [sectionOfCards(1)]),
  )
  await expect(made).rejects.toThrow('gone')
})

it('makes a receipt without waiting for class papers', async () => {
  const gone = new AbortController()
  const order: string[] = []
  const of = (account: string, work: () => Promise<unknown>) =>
    runForClient({ gone: () => gone.signal, account: { name: account, school: 'school 1' } }, work)
  const counterReceipt = { view: receiptView, receivedBy: 'Jigna Shah', balancePaise: 0, printedOn: '2026-07-09' }
  // Start the program for class papers first, so that its fonts are loaded before those of the program for receipts.
  await makePaper('report-cards', [sectionOfCards(1)])
  const cards = of('staff 1', () => makePaper('report-cards', [sectionOfCards(200)])).then(() => order.push('cards'))
  const receipt = of('staff 2', () => makePaper('counter-receipt', [counterReceipt, 'en', 'slip'])).then(() =>
    order.push('receipt'),
  )
  await Promise.all([cards, receipt])
  expect(order).toEqual(['receipt', 'cards'])
})

it('limits waiting papers to two per account and five per school', async () => {
  const gone = new AbortController()
  const ask = (school: string, account: string) =>
    runForClient({ gone: () => gone.signal, account: { name: account, school } }, () =>
      makePaper('report-cards', [sectionOfCards(1)]).then(
        () => 'made',
        (error: unknown) => (error instanceof ProgramTrouble ? error.code : 'gone'),
      ),
    )
  const of = (many: number, school: string, account: (nth: number) => string) =>
    Array.from({ length: many }, (_, nth) => ask(school, account(nth)))
  const [first = '', ...rest] = await Promise.all(of(60, 'school 1', () => 'student 1'))
  // One paper is being made, two wait.
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
