import { expect, it } from 'vitest'
import { classKey } from '../values/class-names'
import { ClassResolver, type KnownClass } from './class-resolver'

const making = () => new ClassResolver([], { createsClasses: true, capacity: 40 })

it('creates no class whose name is too long', () => {
  const resolver = making()
  expect(resolver.find('A'.repeat(40), 'A').ok).toBe(true)
  expect(resolver.find('B'.repeat(41), 'A')).toMatchObject({ ok: false, column: 'Class' })
  expect(resolver.classes).toHaveLength(1)
})

it('creates no class when the import may use only existing classes', () => {
  const resolver = new ClassResolver([], { createsClasses: false, capacity: 40 })
  expect(resolver.find('Class 5', 'A')).toMatchObject({ ok: false, message: 'There is no class “Class 5”' })
})

/** A school with these classes, each with its sections. */
function schoolOf(classes: Record<string, string>): KnownClass[] {
  return Object.entries(classes).map(([name, sections], index) => {
    const ofClass: KnownClass = { id: index + 1, key: classKey(name), name, position: index, sections: [] }
    for (const section of sections.split(' ').filter(Boolean))
      ofClass.sections.push({ id: 1, key: `${name} ${section}`, name: section, capacity: 40, ofClass })
    return ofClass
  })
}

const shown = (resolver: ClassResolver, cell: string, section = '') => {
  const answer = resolver.find(cell, section)
  return answer.ok ? `${answer.section.ofClass.key}/${answer.section.name}` : answer.column
}

const cells: Array<[cell: string, expected: string]> = [
  ['VI-A', '6/A'],
  ['V-I', '5/I'],
  ['1-2', '1/2'],
  ['XII-A', '12/A'],
  ['6(A)', '6/A'],
  ['STD-6 DIV-A', '6/A'],
  ['Sixth A', '6/A'],
  ['6 Gulab', '6/Gulab'],
  ['XI-A', '11/A'],
  ['X-I', '10/I'],
  ['XII Sci A', '12science/A'],
  ['XII-A Sci', '12science/A'],
  ['ધોરણ ૬ અ', '6/અ'],
  ['STD 9', '9/A'],
  ['IX - A', '9/A'],
  // Refused in the column Section, because the class has several sections.
  ['Sixth', 'Section'],
]

it('reads XII-A Sci as a section of XII Science or of XII, depending on the classes of the school', () => {
  const read = (classes: Record<string, string>) =>
    shown(new ClassResolver(schoolOf(classes), { createsClasses: false, capacity: 40 }), 'XII-A Sci')
  expect(read({ 'XII Science': 'A B' })).toBe('12science/A')
  const school = schoolOf({ XII: '' })
  school[0]?.sections.push({ id: 1, key: 'XII A Sci', name: 'A Sci', capacity: 40, ofClass: school[0] })
  const resolver = new ClassResolver(school, { createsClasses: false, capacity: 40 })
  expect(shown(resolver, 'XII-A Sci')).toBe('12/A Sci')
  expect(read({ XII: 'A' })).toBe('Class')
})

it('refuses a cell with several classes, unless the school has a class of that name', () => {
  expect(['6 to 8', 'VI & VII'].map((cell) => shown(making(), cell))).toEqual(['Class', 'Class'])
  const resolver = new ClassResolver(schoolOf({ '6 to 8': 'A', 'VI-VII': 'A' }), { createsClasses: true, capacity: 40 })
  expect(shown(resolver, '6 to 8')).toBe('6to8/A')
  expect(resolver.find('VI-VII', '')).toMatchObject({ ok: true, section: { ofClass: { name: 'VI-VII' } } })
})

it('finds the same classes whatever the order of the rows', () => {
  for (let turn = 0; turn < cells.length; turn++) {
    const order = [...cells.slice(turn), ...cells.slice(0, turn)]
    for (const rows of [order, order.toReversed()]) {
      const resolver = making()
      resolver.prepare(rows.map(([className]) => ({ className, sectionName: '' })))
      expect(rows.map(([cell]) => shown(resolver, cell))).toEqual(rows.map(([, expected]) => expected))
    }
  }
})

it.each([
  [{ 'Class 12': 'A', 'Class 1': 'A 2' }, '1-2', '', '1/2'],
  [{ 'Class 6': 'A', 'Class 5': 'I' }, 'V-I', '', '5/I'],
  // The school itself has a class of this name.
  [{ '1-2': 'A', '1': 'A' }, '1-2', 'A', '1-2/A'],
  [{ '6 EM': 'Rose A', '6 GM': 'A' }, '6 EM Rose', '', '6em/Rose'],
  [{ '6 EM': 'A B' }, '6 EM B', '', '6em/B'],
  [{ 'Class 6': 'Gulab A' }, '6 Gulab', '', '6/Gulab'],
  [{ 'Class 6': 'A' }, 'VI-A', 'A', '6/A'],
  [{ 'Class 6': 'A' }, 'VI-A', 'B', 'Section'],
  [{ 'Class 5': 'A', 'Class 6': 'A' }, 'V-I', 'A', 'Section'],
  [{ 'Class 6': 'A', VI: 'A' }, 'Std 6', 'A', 'Class'],
  [{ 'Class 6': 'A', VI: 'A' }, 'VI', 'A', '6/A'],
  [{ 'Class 1': 'A 2' }, '02-Jan', '', 'Class'],
])('in a school with %j, reads the class “%s” and section “%s” as %s', (classes, cell, section, expected) => {
  const resolver = new ClassResolver(schoolOf(classes as unknown as Record<string, string>), {
    createsClasses: false,
    capacity: 40,
  })
  expect(shown(resolver, cell, section)).toBe(expected)
})

it('reads `6 English` as a class when the section has its own column', () => {
  const resolver = making()
  expect(shown(resolver, '6 English', 'A')).toBe('6english/A')
})

it('uses the most frequent spelling for the name of a new class', () => {
  const rows = ['VI-A', '6-A', 'VI-B', 'Std 7'].map((className) => ({ className, sectionName: '' }))
  for (const order of [rows, rows.toReversed()]) {
    const resolver = making()
    resolver.prepare(order)
    for (const { className } of order) resolver.find(className, '')
    expect(resolver.classes.map(({ name }) => name).toSorted()).toEqual(['Std 7', 'VI'])
  }
})
