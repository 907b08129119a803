import type { Element } from './document'

/** Returns true for a labelable element. */
export function labelable(element: Element): boolean {
  if (element.localName === 'input') return element.type !== 'hidden'
  return ['button', 'meter', 'output', 'progress', 'select', 'textarea'].includes(element.localName)
}

/** Returns the form owner: the form named by the `form` attribute, otherwise the nearest ancestor. */
export function formOf(element: Element): Element | null {
  const named = element.getAttribute('form')
  if (named === null) return element.parentElement?.closest('form') ?? null
  const found = element.owner.getElementById(named)
  return found?.localName === 'form' ? found : null
}

const switchable = new Set(['button', 'input', 'select', 'textarea', 'option', 'optgroup', 'fieldset'])

/**
 * Returns true for an element that is disabled by its own attribute, its optgroup, or a fieldset around it. A fieldset
 * does not disable the controls in its legend.
 */
export function isOff(element: Element): boolean {
  if (!switchable.has(element.localName)) return false
  if (element.hasAttribute('disabled')) return true
  const parent = element.parentElement
  if (element.localName === 'option') return parent?.localName === 'optgroup' && parent.hasAttribute('disabled')
  for (let set = parent?.closest('fieldset[disabled]'); set; set = set.parentElement?.closest('fieldset[disabled]')) {
    if (!set.children.find((child) => child.localName === 'legend')?.contains(element)) return true
  }
  return false
}

const typedTypes = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number'])
const tickedTypes = new Set(['checkbox', 'radio'])
const ownValueTypes = new Set(['hidden', 'submit', 'image', 'reset', 'button'])

/** Returns true for a control that accepts keyboard input. */
export function isTypedInto(element: Element): boolean {
  return element.localName === 'textarea' || (element.localName === 'input' && typedTypes.has(element.type))
}

/** Returns the current value of a control after the browser's sanitization. */
export function shownValue(element: Element): string {
  const given = element.getAttribute('value')
  switch (element.localName) {
    case 'textarea':
      return (element.typed ?? element.textContent).replace(/\r\n?/g, '\n')
    case 'select':
      return element.selectedOptions[0]?.value ?? ''
    case 'option':
      return given ?? element.textContent.trim().replace(/\s+/g, ' ')
    case 'input':
      break
    default:
      return given ?? ''
  }
  if (element.type === 'file') return element.files[0] ? `C:\\fakepath\\${element.files[0].name}` : ''
  if (tickedTypes.has(element.type)) return given ?? 'on'
  const held = element.typed ?? given ?? ''
  return ownValueTypes.has(element.type) ? held : cleaned(element.type, held)
}

/** Clears an invalid date, number and similar values; removes line breaks from a single-line text. */
function cleaned(type: string, text: string): string {
  const shape = shapes[type]
  if (shape) return shape.test(text) ? text : ''
  const line = text.replace(/[\r\n]/g, '')
  return type === 'email' || type === 'url' ? line.trim() : line
}

const shapes: Record<string, RegExp> = {
  number: /^-?(\d+|\d*\.\d+)(e[+-]?\d+)?$/i,
  date: /^\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  month: /^\d{4,}-(0[1-9]|1[0-2])$/,
  week: /^\d{4,}-W(0[1-9]|[1-4]\d|5[0-3])$/,
  time: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/,
  'datetime-local': /^\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/,
}
