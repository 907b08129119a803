import { describe, expect, it } from 'vitest'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { comesOfAgeOn } from '~/models/core/shared/coming-of-age'
import { randomOf } from '../../../../tests/factories/random'
import { type Counted, countConsent } from './rules'

const birthDate = '2008-06-15'
const at = (day: string, hour = 12) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+05:30`)
const vote = (
  guardianId: number | null,
  decision: Counted['decision'],
  day: string,
  more: Partial<Counted> = {},
): Counted => ({
  guardianId,
  decision,
  at: at(day),
  guardianCounts: true,
  noticeNumber: 1,
  byName: String(guardianId),
  ...more,
})
const counted = (decided: Counted[], today: string, askedAgainSince = 1) =>
  countConsent(decided, { birthDate, today, askedAgainSince })

describe('countConsent', () => {
  it('counts the newest decision of each guardian, and one refusal outweighs a consent', () => {
    expect(counted([vote(1, 'given', '2024-01-01')], '2024-02-01').state).toBe('given')
    const both = [vote(1, 'given', '2024-01-02'), vote(2, 'refused', '2024-01-01')]
    expect(counted(both, '2024-02-01')).toMatchObject({ state: 'refused', isDisputed: true })
    expect(counted([...both, vote(2, 'given', '2024-01-03')], '2024-02-01').state).toBe('given')
    expect(counted([...both, vote(1, 'withdrawn', '2024-01-03')], '2024-02-01')).toMatchObject({
      state: 'withdrawn',
      isDisputed: false,
    })
  })

  it('ignores a guardian who may not see the child, and a child’s own account', () => {
    expect(counted([vote(1, 'given', '2024-01-01', { guardianCounts: false })], '2024-02-01').state).toBe('open')
    expect(counted([vote(null, 'given', '2024-01-01')], '2024-02-01').state).toBe('open')
  })

  it('ignores consent given before a notice version that requests it again, but keeps a refusal', () => {
    expect(counted([vote(1, 'given', '2024-01-01')], '2024-02-01', 2)).toMatchObject({
      state: 'open',
      isAskedAgain: true,
    })
    expect(counted([vote(1, 'given', '2024-01-03', { noticeNumber: 2 })], '2024-02-01', 2).state).toBe('given')
    expect(counted([vote(1, 'refused', '2024-01-01')], '2024-02-01', 2).state).toBe('refused')
  })

  it('counts only the student’s own decision from the 18th birthday on', () => {
    const before = [vote(1, 'given', '2026-01-01')]
    expect(counted(before, '2026-06-14').state).toBe('given')
    expect(counted(before, '2026-06-15')).toMatchObject({ state: 'open', isAskedAgain: true })
    const own = [...before, vote(null, 'given', '2026-06-15')]
    expect(counted(own, '2026-06-15').state).toBe('given')
    expect(counted([...own, vote(1, 'refused', '2026-07-01')], '2026-07-02').state).toBe('given')
  })
})

/** Computes the expected result by a simpler method: the last decision of each person entitled on that day. */
function plainly(decided: readonly Counted[], today: string, askedAgainSince: number): string {
  const isOfAge = today >= comesOfAgeOn(birthDate)
  const voices = isOfAge ? [null] : [1, 2]
  const last: string[] = []
  for (const voice of voices) {
    let said = 'nothing'
    for (const one of decided) {
      if (one.guardianId !== voice || one.decision === 'read') continue
      if (voice === null && todayInIndia(one.at) < comesOfAgeOn(birthDate)) continue
      if (voice !== null && !one.guardianCounts) continue
      said = one.decision === 'given' ? (one.noticeNumber >= askedAgainSince ? 'yes' : 'old yes') : 'no'
    }
    last.push(said)
  }
  return last.includes('no') ? 'no' : last.includes('yes') ? 'yes' : 'open'
}

it('decides like a simple recalculation for random histories of two guardians and a student near the 18th birthday', () => {
  const seen = new Set<string>()
  for (let seed = 1; seed <= 5_000; seed++) {
    const { below: draw } = randomOf(seed)
    const mayBoth = [draw(5) > 0, draw(5) > 0]
    const decided: Counted[] = []
    let day = '2026-05-20'
    let number = 1
    let askedAgainSince = 1
    for (let step = draw(9); step >= 0; step--) {
      day = addDays(day, draw(8))
      if (draw(6) === 0) {
        number++
        if (draw(2) === 0) askedAgainSince = number
      }
      const voice = [1, 2, null][draw(3)] ?? null
      const decision = (['given', 'given', 'refused', 'withdrawn', 'read'] as const)[draw(5)] ?? 'given'
      decided.push(
        vote(voice, decision, day, {
          noticeNumber: number,
          guardianCounts: voice !== null && mayBoth[voice - 1] === true,
        }),
      )
    }
    for (let after = 0; after < 40; after += 1 + draw(9)) {
      const today = addDays(day, after)
      const { state } = counted(decided, today, askedAgainSince)
      const said = state === 'given' ? 'yes' : state === 'open' ? 'open' : 'no'
      expect(said, `seed ${seed}, ${today}`).toBe(plainly(decided, today, askedAgainSince))
      seen.add(said)
    }
  }
  expect([...seen].sort()).toEqual(['no', 'open', 'yes'])
})
