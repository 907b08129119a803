import { missedBy } from './figures.mjs'

const goals = { receipt: 25, cards: 6000, schemeCards: 12_000 }

/*
 * CPU time of a PDF in a warm thread: a receipt in Gujarati, for a different family each time, and a section's report
 * cards, both of a single exam and by a report scheme.
 */
export async function run(stage) {
  const { firstMs, receiptMs, cardsMs, schemeCardsMs } = await stage.run('tests/bench/papers.ts')
  console.log(`milliseconds of one core; the first receipt of a thread, which reads the fonts: ${firstMs.toFixed(0)}`)
  const figures = [
    { name: 'receipt, ₹ and Gujarati', value: receiptMs, goal: goals.receipt, unit: ' ms' },
    { name: 'report cards of sixty pupils', value: cardsMs, goal: goals.cards, unit: ' ms' },
    { name: 'report cards of a scheme, sixty pupils', value: schemeCardsMs, goal: goals.schemeCards, unit: ' ms' },
  ]
  for (const { name, value, goal } of figures) console.log(`${name}: ${value.toFixed(0)} (goal ≤ ${goal})`)
  return missedBy('papers', figures)
}
