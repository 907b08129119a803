import { expect, it } from 'vitest'
import { forAsker } from '~/services/programs/asker.server'
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
