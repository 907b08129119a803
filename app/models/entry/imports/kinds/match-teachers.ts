import { areWordsAlike, wordsOfName } from '~/models/people/students/name-likeness'
import { foldKey } from '../values/cells'
import type { Problem } from './port'

/** A teacher to compare with, of the school or of an earlier line of the file. */
export interface KnownTeacher {
  /** Employee number, or the line of a new teacher. */
  called: string
  name: string
  mobile: string | null
  email: string | null
  /** True for a new teacher of the file: two new teachers may have the same name and different telephones. */
  isNew: boolean
}

export interface TeacherInRow {
  name: string
  mobile?: string | undefined
  email?: string | undefined
}

export type TeacherMatch<Teacher> = { teacher: Teacher | null; problems: Problem[] }

/** Maximum teachers compared for a name, word or telephone. A longer list identifies no one and would take minutes. */
const maxCompared = 200
const whoOf = ({ name, called }: KnownTeacher) => `${name} (${called})`
const enter = 'Enter the employee number; for another teacher, a new one'
const refuse = (message: string, column = 'Employee number') => ({ teacher: null, problems: [{ column, message }] })

/**
 * Finds the teachers of rows without an employee number. A row matches a teacher with a similar name and the same
 * e-mail or mobile number, or with the same name when nothing contradicts it. Refuses a row that may be one teacher or
 * another: a guess would change a colleague or add a teacher twice.
 */
export function teacherMatcher<Teacher extends KnownTeacher>() {
  const [byContact, byName, byWord] = [listsByKey<Teacher>(), listsByKey<Teacher>(), listsByKey<Teacher>()]
  const words = new WeakMap<Teacher, string[]>()
  const contactsOf = ({ mobile, email }: { mobile?: string | null | undefined; email?: string | null | undefined }) =>
    [mobile ?? '', foldKey(email ?? '')].filter(Boolean)

  return {
    add: (teacher: Teacher): void => {
      words.set(teacher, wordsOfName(teacher.name))
      for (const contact of contactsOf(teacher)) byContact.add(contact, teacher)
      byName.add(foldKey(teacher.name), teacher)
      if (!teacher.isNew) for (const word of new Set(words.get(teacher))) byWord.add(word, teacher)
    },

    match: (row: TeacherInRow): TeacherMatch<Teacher> => {
      const rowWords = wordsOfName(row.name)
      const hasSameName = (one: Teacher) => foldKey(one.name) === foldKey(row.name)
      const isAlike = (one: Teacher) => hasSameName(one) || areWordsAlike(words.get(one) ?? [], rowWords)
      const withContact = [...new Set(contactsOf(row).flatMap(byContact.get))]
      const alike = withContact.filter(isAlike)
      // An exact name wins: another teacher with the same contact but only a similar name is a relative.
      const same = alike.filter(hasSameName)
      const [found, ...more] = same.length > 0 ? same : alike
      if (found && more.length > 0) return refuse(`This may be ${[found, ...more].map(whoOf).join(' or ')}. ${enter}`)
      if (found) return { teacher: found, problems: [] }
      // Colleagues may share a telephone, but not an e-mail.
      const holder = row.email && withContact.find((one) => foldKey(one.email ?? '') === foldKey(row.email ?? ''))
      if (holder) return refuse(`This e-mail is recorded for ${whoOf(holder)}. ${enter}`, 'Email')

      const isToldApart = (one: Teacher) =>
        Boolean((row.mobile && one.mobile !== null) || (row.email && one.email !== null))
      const [only, ...others] = byName.get(foldKey(row.name)).filter((one) => !(one.isNew && isToldApart(one)))
      if (only && others.length > 0) return refuse(`Several teachers have this name. ${enter}`)
      if (only && isToldApart(only))
        return refuse(`${whoOf(only)} has this name and another mobile number or e-mail. ${enter}`)
      if (only) return { teacher: only, problems: [] }
      const similar = rowWords.flatMap(byWord.get).find((one) => isAlike(one) && !isToldApart(one))
      return similar ? refuse(`This may be ${whoOf(similar)}. ${enter}`) : { teacher: null, problems: [] }
    },
  }
}

/** Lists by key; a list that is too long to compare counts as empty. */
function listsByKey<Item>() {
  const lists = new Map<string, Item[]>()
  return {
    add: (key: string, item: Item) => {
      const list = lists.get(key) ?? []
      if (list.length <= maxCompared) list.push(item)
      lists.set(key, list)
    },
    get: (key: string): Item[] => {
      const list = lists.get(key) ?? []
      return list.length > maxCompared ? [] : list
    },
  }
}
