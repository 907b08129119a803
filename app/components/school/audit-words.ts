import { formatPaise } from '~/models/core/shared/money'

/** Formats an action for reading: 'fee-settings.saved' → 'Fee settings saved'. */
export function actionWords(action: string): string {
  const words = action.replace(/[.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Formats the details of an audit entry in one line: 'class Class 6, section A'. Amounts are in rupees; empty details
 * are omitted.
 */
export function factWords(details: string): string {
  return Object.entries(factsOf(details))
    .flatMap(([name, value]) => {
      if (value === null || value === '') return []
      const isMoney = name.endsWith('Paise') && typeof value === 'number'
      const label = spaced(isMoney ? name.slice(0, -'Paise'.length) : name)
      return [`${label} ${isMoney ? formatPaise(value, { style: 'short' }) : formatValue(value)}`]
    })
    .join(', ')
}

function factsOf(details: string): Record<string, unknown> {
  try {
    const facts: unknown = JSON.parse(details)
    return typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** 'classBefore' → 'class before'. */
function spaced(name: string): string {
  return name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
    .trim()
}

const shortened: Record<string, string> = { cod: 'cash on delivery', upi: 'UPI', rte: 'RTE' }

/** Formats a value: 'first_name' → 'first name', 'cod' → 'cash on delivery'. */
function formatValue(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  const words = String(value)
  return shortened[words] ?? (/^[a-z]+(_[a-z]+)+$/.test(words) ? spaced(words) : words)
}
