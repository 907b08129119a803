import { classNameLength, maxPosition, sectionNameLength } from '~/models/people/academics/options'
import { foldKey } from '../cells'
import {
  classKey,
  compareClasses,
  newClassName,
  newSectionName,
  numberOfClass,
  sectionKey,
  splitClassSection,
} from '../class-names'

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

export type ClassAnswer =
  | { ok: true; section: KnownSection }
  | { ok: false; column: 'Class' | 'Section'; message: string }

/** Finds classes and sections by their names as people write them; plans missing ones where the school allows it. */
export class ClassResolver {
  readonly classes: KnownClass[]
  private readonly rules: { createsClasses: boolean; capacity: number }
  private readonly found = new Map<string, ClassAnswer>()

  constructor(classes: KnownClass[], rules: { createsClasses: boolean; capacity: number }) {
    this.classes = classes
    this.rules = rules
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

  private search(className: string, sectionName: string): ClassAnswer {
    let [wantedClass, wantedSection] = [className, sectionName]
    const split = this.classOf(className) ? null : splitClassSection(className)
    if (split && (sectionName === '' || sectionKey(sectionName) === sectionKey(split.sectionName)))
      [wantedClass, wantedSection] = [split.className, split.sectionName]
    const ofClass = this.classOf(wantedClass) ?? this.newClass(wantedClass)
    if (!ofClass) return { ok: false, column: 'Class', message: `There is no class “${wantedClass}”` }
    return this.sectionOf(ofClass, wantedSection)
  }

  private classOf(name: string): KnownClass | undefined {
    const exact = this.classes.find((one) => foldKey(one.name) === foldKey(name))
    return exact ?? this.classes.find((one) => one.key === classKey(name))
  }

  private newClass(typedName: string): KnownClass | null {
    const name = newClassName(typedName)
    if (!this.rules.createsClasses || name === '' || name.length > classNameLength) return null
    const key = classKey(typedName)
    const newClass: KnownClass = { id: null, key, name, position: null, sections: [] }
    this.classes.push(newClass)
    return newClass
  }

  private sectionOf(ofClass: KnownClass, typedName: string): ClassAnswer {
    const key = sectionKey(typedName)
    const [only, ...others] = ofClass.sections
    if (key === '' && only && others.length === 0) return { ok: true, section: only }
    if (key === '' && only)
      return { ok: false, column: 'Section', message: `${ofClass.name} has several sections; enter which one` }
    const existingSection = ofClass.sections.find((one) => sectionKey(one.name) === key)
    if (existingSection) return { ok: true, section: existingSection }
    const name = key === '' ? 'A' : newSectionName(typedName)
    if (!this.rules.createsClasses || name.length > sectionNameLength)
      return { ok: false, column: 'Section', message: `${ofClass.name} has no section “${typedName || 'A'}”` }
    const { capacity } = this.rules
    const newSection = { id: null, key: `new ${ofClass.key} ${sectionKey(name)}`, name, capacity, ofClass }
    ofClass.sections.push(newSection)
    return { ok: true, section: newSection }
  }
}

/**
 * Positions new classes among the existing ones (passed in order): by the year in the name, or last if there is none.
 * Each position is unique, the class's number if free. Existing classes keep their order and move up only as far as new
 * ones need room; returns the moved ones.
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
