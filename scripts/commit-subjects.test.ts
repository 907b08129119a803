import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()

/** `area: imperative summary`; an area is a domain or folder, several are separated by commas. */
const isGoodSubject = (subject: string) => subject.length <= 72 && /^[a-z0-9][a-z0-9 ,/+-]*: \S/.test(subject)

it('accepts a commit subject with an area and a summary, of at most 72 characters in total', () => {
  expect(isGoodSubject('ledger: refuse a refund above the payment')).toBe(true)
  expect(isGoodSubject('fees, ledger: lock both books')).toBe(true)
  expect(isGoodSubject('Refuse a refund')).toBe(false)
  expect(isGoodSubject(`ledger: ${'x'.repeat(65)}`)).toBe(false)
})

it('finds an area and at most 72 characters in every commit subject since this test was added', ({ skip }) => {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/commit-subjects.test.ts').split('\n').at(-1)
  const subjects = added ? git('log', '--no-merges', '--format=%s', `${added}..HEAD`) : ''
  // Skipped in a shallow clone and in an archive, which lack the commits made since this test was added.
  skip(subjects === '', 'this clone has no history')
  expect(subjects.split('\n').filter((subject) => !isGoodSubject(subject))).toEqual([])
})
