import { classNameLength, maxPosition, sectionNameLength } from '~/models/people/academics/options'
import { dateProblem, foldKey } from '../values/cells'
import {
  classKey,
  compareClasses,
  looksLikeDate,
  namesSeveralClasses,
  newClassName,
  newSectionName,
  numberOfClass,
  sectionInClass,
  sectionKey,
  splitClassSection,
} from '../values/class-names'

export interface KnownClass {
  id: number | null
  key: string
  name: string
  /** Null until `arrangeClasses` has positioned the classes to be created. */
  position: number | null
  sections: KnownSection[]
}

export interface KnownSection {
  id: number | null
  /** Identifies the section in this import, whether or not it exists yet. */
  key: string
  name: string
  capacity: number
  ofClass: KnownClass
}

type ClassRefusal = { ok: false; column: 'Class' | 'Section'; message: string }
export type ClassAnswer = { ok: true; section: KnownSection } | ClassRefusal
/** `section` is null if the row names only the class. */
type ClassOnlyAnswer = { ok: true; ofClass: KnownClass; section: KnownSection | null } | ClassRefusal

const refuse = (column: 'Class' | 'Section', message: string): ClassRefusal => ({ ok: false, column, message })

const severalClasses = 'This names several classes. Write the class of each student'

const isShort = (sectionName: string) => sectionName.length <= 3

/** Finds classes and sections by their names as people write them; plans missing ones where the school allows it. */
export class ClassResolver {
  readonly classes: KnownClass[]
  private readonly rules: { createsClasses: boolean; capacity: number }
  private readonly found = new Map<string, ClassAnswer>()
  /** Names of new classes, by key: the most frequent spelling of the file. */
  private readonly newNames = new Map<string, string>()

  constructor(classes: KnownClass[], rules: { createsClasses: boolean; capacity: number }) {
    this.classes = classes
    this.rules = rules
  }

  /**
   * Plans the classes and sections of all rows before any row is resolved, so that the order of rows does not matter. A
   * row without a section is clear only if its class has a single section in the whole file.
   */
  prepare(rows: ReadonlyArray<{ className: string; sectionName: string }>): void {
    const counts = new Map<string, { className: string; sectionName: string; rows: number }>()
    for (const { className, sectionName } of rows) {
      const key = `${className}\n${sectionName}`
      const same = counts.get(key)
      if (same) same.rows += 1
      else if (className !== '') counts.set(key, { className, sectionName, rows: 1 })
    }
    const spellings = new Map<string, Map<string, number>>()
    for (const { className, sectionName, rows: count } of counts.values()) {
      const wanted = this.wanted(className, sectionName)
      const name = newClassName(wanted.className)
      const names = spellings.get(classKey(wanted.className)) ?? new Map<string, number>()
      spellings.set(classKey(wanted.className), names.set(name, (names.get(name) ?? 0) + count))
    }
    for (const [key, names] of spellings) {
      const [best] = [...names].sort(([a, of], [b, than]) => than - of || a.length - b.length || (a < b ? -1 : 1))
      if (best) this.newNames.set(key, best[0])
    }
    for (const { className, sectionName } of counts.values())
      if (this.wanted(className, sectionName).sectionName !== '') this.find(className, sectionName)
  }

  find(className: string, sectionName: string): ClassAnswer {
    const key = `${className}\n${sectionName}`
    const answer = this.found.get(key) ?? this.search(className, sectionName)
    this.found.set(key, answer)
    return answer
  }

  /** Sections to be created, in the order of the file. */
  planned(): KnownSection[] {
    return this.classes.flatMap((one) => one.sections.filter((section) => section.id === null))
  }

  /** Finds a class, and the section if the row names one. For files that create no classes. */
  findClass(className: string, sectionName: string): ClassOnlyAnswer {
    const answer = this.classOf(className, sectionName)
    if (!answer.ok || sectionKey(answer.sectionName) === '') return answer.ok ? { ...answer, section: null } : answer
    const found = this.sectionOf(answer.ofClass, answer.sectionName)
    return found.ok ? { ...answer, section: found.section } : found
  }

  private search(className: string, sectionName: string): ClassAnswer {
    const answer = this.classOf(className, sectionName)
    return answer.ok ? this.sectionOf(answer.ofClass, answer.sectionName) : answer
  }

  private classOf(className: string, sectionName: string) {
    if (looksLikeDate(className)) return refuse('Class', dateProblem)
    if (namesSeveralClasses(className) && !this.isStored(className)) return refuse('Class', severalClasses)
    const { split, contradicts, ...wanted } = this.wanted(className, sectionName)
    if (contradicts && split && isShort(split.sectionName))
      return refuse(
        'Section',
        `The class is “${className}”, with section ${split.sectionName}, but the section is “${sectionName}”`,
      )
    const known = this.classesOf(wanted.className)
    if (known.length > 1)
      return refuse(
        'Class',
        `“${wanted.className}” may be ${known.map(({ name }) => name).join(' or ')}. Write the name of the class`,
      )
    const ofClass = known[0] ?? this.newClass(wanted.className)
    if (!ofClass) return refuse('Class', `There is no class “${wanted.className}”`)
    return { ok: true as const, ofClass, sectionName: wanted.sectionName }
  }

  /** Class and section that a row names, from one or two cells. */
  private wanted(className: string, sectionName: string) {
    const split = this.split(className)
    // `6 English` with section A in the other column is a class name; `V-I` with section A contradicts itself.
    const contradicts =
      split !== null && sectionName !== '' && sectionKey(sectionName) !== sectionKey(split.sectionName)
    return { split, contradicts, ...(split && !contradicts ? split : { className, sectionName }) }
  }

  /**
   * Splits a cell into class and section, unless a class of the school has this name. Does not depend on classes that
   * other rows plan, so that the order of rows does not matter.
   */
  private split(text: string): { className: string; sectionName: string } | null {
    const folded = foldKey(text)
    if (this.isStored(text)) return null
    const stored = this.classes.filter(({ id, name }) => id !== null && folded.startsWith(foldKey(name)))
    const parts = splitClassSection(text)
    const closest = stored
      .filter(({ name }) => /^[\s\-–/(]/.test(folded.slice(foldKey(name).length)))
      .sort((a, b) => b.name.length - a.name.length)[0]
    const rest = closest && newSectionName(text.slice(closest.name.length))
    // `XII-A Sci` is the section “A Sci” where the class XII has one.
    const isSection = closest?.sections.some(
      ({ id, name }) => id !== null && sectionKey(name) === sectionKey(rest ?? ''),
    )
    const isLonger = closest && closest.name.length > (parts?.className.length ?? closest.name.length)
    return closest && rest !== undefined && (isLonger || isSection)
      ? { className: closest.name, sectionName: rest }
      : parts
  }

  private isStored(className: string): boolean {
    return this.classes.some(({ id, name }) => id !== null && foldKey(name) === foldKey(className))
  }

  /** Classes of this name, or else with the same number; several only if the school itself has several. */
  private classesOf(name: string): KnownClass[] {
    const exact = this.classes.find((one) => one.id !== null && foldKey(one.name) === foldKey(name))
    if (exact) return [exact]
    const key = classKey(name)
    return this.classes.filter((one) => one.key === key)
  }

  private newClass(typedName: string): KnownClass | null {
    const key = classKey(typedName)
    const name = this.newNames.get(key) ?? newClassName(typedName)
    if (!this.rules.createsClasses || name === '' || name.length > classNameLength) return null
    const newClass: KnownClass = { id: null, key, name, position: null, sections: [] }
    this.classes.push(newClass)
    return newClass
  }

  private sectionOf(ofClass: KnownClass, cell: string): ClassAnswer {
    const isStored = ofClass.sections.some(({ id, name }) => id !== null && sectionKey(name) === sectionKey(cell))
    const typedName = isStored ? cell : sectionInClass(ofClass.key, cell)
    const key = sectionKey(typedName)
    const [only, ...others] = ofClass.sections
    if (key === '' && only && others.length === 0) return { ok: true, section: only }
    if (key === '' && only) return refuse('Section', `${ofClass.name} has several sections; enter which one`)
    const existingSection = ofClass.sections.find((one) => sectionKey(one.name) === key)
    if (existingSection) return { ok: true, section: existingSection }
    const name = key === '' ? 'A' : newSectionName(typedName)
    if (!this.rules.createsClasses || name.length > sectionNameLength)
      return refuse('Section', `${ofClass.name} has no section “${typedName || 'A'}”`)
    const { capacity } = this.rules
    const newSection = { id: null, key: `new ${ofClass.key} ${sectionKey(name)}`, name, capacity, ofClass }
    ofClass.sections.push(newSection)
    return { ok: true, section: newSection }
  }
}

/**
 * Positions new classes among the existing ones (passed in order) by the class number in the name; a name without one
 * goes last. A new class gets its number as position if that is free. Existing classes keep their order; those that
 * must make room move up and are returned.
 */
export function arrangeClasses(
  existingClasses: readonly KnownClass[],
  newClasses: readonly KnownClass[],
): KnownClass[] {
  const order = [...existingClasses]
  const silent = (one: KnownClass) => numberOfClass(one.name) === null
  for (const one of [...newClasses.filter((each) => !silent(each)), ...newClasses.filter(silent)]) {
    const signs = order.map((other) => compareClasses(one.name, other.name))
    const last = signs.findLastIndex((sign) => sign !== null && sign >= 0)
    const next = signs.findIndex((sign) => sign !== null && sign < 0)
    order.splice(last >= 0 ? last + 1 : next >= 0 ? next : order.length, 0, one)
  }
  const moved: KnownClass[] = []
  let free = 0
  let before: number | null = null
  for (const [index, one] of order.entries()) {
    const old = one.position
    if (old === null) {
      const next = order.slice(index).find((other) => other.position !== null)?.position ?? maxPosition
      one.position = Math.max(free, Math.min(numberOfClass(one.name) ?? free, next - 1))
    } else {
      // Two classes that the school gave the same position keep sharing it.
      one.position = Math.max(old, old === before ? free - 1 : free)
      if (one.position !== old) moved.push(one)
    }
    one.position = Math.min(one.position, maxPosition)
    before = old
    free = one.position + 1
  }
  return moved
}
