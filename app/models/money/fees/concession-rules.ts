import { roundFraction } from '~/models/core/shared/fraction'
import { formatPaise, splitPaise } from '~/models/core/shared/money'
import { type DueAmounts, dueBalance } from '~/models/money/ledger/rules'

/**
 * Size of a concession: a percentage of each fee it applies to, in hundredths of a percent (2500 is 25 %), or an amount
 * off one fee.
 */
export interface ConcessionSize {
  percentHundredths: number | null
  amountPaise: number | null
}

/** One student's due for one instalment of a fee. */
export interface ConcededDue extends DueAmounts {
  id: number
  /** Amount already taken off by this concession; null: not applied yet. */
  takenPaise: number | null
}

export interface ConcessionShare {
  dueId: number
  paise: number
}

/** Returns the amount that may still be taken off a due: at most its open amount, without the fine. */
function roomOf(due: DueAmounts): number {
  return Math.max(0, Math.min(due.amountPaise - due.concessionPaise, dueBalance(due)))
}

/**
 * Splits a concession over the instalments of one fee, in paise. A percentage of the fee is rounded once and spread in
 * proportion, so that the shares add up to it; an amount goes to the open instalments. Paid instalments stay unchanged;
 * a part-paid one is reduced by at most its balance.
 */
export function shareConcession(size: ConcessionSize, dues: readonly ConcededDue[]): ConcessionShare[] {
  const isOpen = (due: ConcededDue) => due.takenPaise === null && roomOf(due) > 0
  const shares = size.percentHundredths === null ? amountShares(size, dues, isOpen) : percentShares(size, dues)
  return dues.flatMap((due, index) => {
    const paise = isOpen(due) ? Math.min(shares[index] ?? 0, roomOf(due)) : 0
    return paise > 0 ? [{ dueId: due.id, paise }] : []
  })
}

function percentShares(size: ConcessionSize, dues: readonly ConcededDue[]): number[] {
  const amounts = dues.map((due) => due.amountPaise)
  const total = amounts.reduce((sum, paise) => sum + paise, 0)
  const share = roundFraction(BigInt(total) * BigInt(size.percentHundredths ?? 0), 10_000n)
  return splitPaise(share, total === 0 ? amounts.map(() => 1) : amounts)
}

function amountShares(
  size: ConcessionSize,
  dues: readonly ConcededDue[],
  isOpen: (due: ConcededDue) => boolean,
): number[] {
  const grantedPaise = dues.reduce((sum, due) => sum + (due.takenPaise ?? 0), 0)
  const rooms = dues.map((due) => (isOpen(due) ? roomOf(due) : 0))
  const room = rooms.reduce((sum, paise) => sum + paise, 0)
  const left = Math.min(Math.max(0, (size.amountPaise ?? 0) - grantedPaise), room)
  // Weights each share by what can still be taken off its due; no share exceeds that, as `left` is at most the sum.
  return room === 0 ? rooms : splitPaise(left, rooms)
}

/** Parses `25`, `12.5` or `33.33` to hundredths of a percent; null unless above 0 and up to 100. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim())
  if (!match) return null
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return hundredths > 0 && hundredths <= 10_000 ? hundredths : null
}

export function percentText(hundredths: number): string {
  return `${Number((hundredths / 100).toFixed(2))}%`
}

export function concessionSize({ percentHundredths, amountPaise }: ConcessionSize): string {
  return percentHundredths === null ? formatPaise(amountPaise ?? 0, { style: 'short' }) : percentText(percentHundredths)
}
