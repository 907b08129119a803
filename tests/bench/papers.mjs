import { judge } from './figures.mjs'

const goals = { receipt: 25 }

/* What a PDF costs once its thread runs: a receipt in Gujarati, each of another family, and a section's report cards. */
export async function run(stage) {
  const { firstMs, receiptMs, cardsMs } = await stage.run('tests/bench/papers.ts')
  const ms = (time) => `${time.toFixed(0)} ms of one core`
  console.log(
    `receipt, ₹ and Gujarati: ${ms(receiptMs)} (goal ≤ ${goals.receipt}); the first of a thread, which reads the fonts, ${ms(firstMs)}`,
  )
  console.log(`report cards of sixty pupils, in a thread: ${ms(cardsMs)}`)
  return judge('papers', [{ name: 'receipt', value: receiptMs, goal: goals.receipt, unit: ' ms' }])
}
