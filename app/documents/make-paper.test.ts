import { expect, it } from 'vitest'
import { forAsker } from '~/services/threads/asker.server'
import { sectionOfCards } from '../../tests/factories/report-cards-view'
import { makePaper } from './make-paper.server'
import { renderReportCards } from './report-card.server'

/** Milliseconds that `work` takes, and the longest in which this process did nothing else meanwhile. */
async function watched<Made>(work: () => Promise<Made>) {
  const begin = performance.now()
  let last = begin
  let longest = 0
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const watch = setInterval(look, 5)
  const made = await work()
  look()
  clearInterval(watch)
  return { made, longest, ms: performance.now() - begin }
}

it('a section’s report cards are made beside the process, which goes on serving, and are the same file', async () => {
  const view = sectionOfCards()
  // The thread's fonts are not what is measured.
  await makePaper('report-cards', [sectionOfCards(1)])
  const beside = await watched(() => makePaper('report-cards', [view]))
  const within = await watched(() => renderReportCards(view))
  expect(Buffer.from(beside.made).equals(Buffer.from(within.made))).toBe(true)
  // Laid out in the process, nothing else happens for most of the time.
  expect(within.longest).toBeGreaterThan(within.ms / 4)
  expect(beside.longest).toBeLessThan(within.longest / 4)
})

it('who has gone before it was made is not made a paper', async () => {
  const made = forAsker(
    () => AbortSignal.abort(new Error('gone')),
    () => makePaper('report-cards', [sectionOfCards(1)]),
  )
  await expect(made).rejects.toThrow('gone')
})
