import type { Language } from '~/language/language'
import { inLanguage } from '~/language/request.server'
import { findProfile, readLogo } from '~/models/core/schools/profile.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { dayInWords } from '~/models/learning/certificates/day-in-words'
import { schoolLines } from '~/models/learning/certificates/issue.server'
import { findCertificateSettings } from '~/models/learning/certificates/settings.server'
import { shownValue } from '~/models/people/students/describe/sections.server'
import type { BookEntry, RegisterBookView } from './book-view'
import { type EntryNumber, type RegisterEntry, readEntries } from './entries.server'
import { remarksOf } from './register-words'

/**
 * Reads the book's pages for these entries in one language; typed texts are not translated. `part`: number of this
 * file, if the book has several.
 */
export async function readBook(
  scope: SchoolScope,
  entryNumbers: readonly EntryNumber[],
  language: Language,
  { part, parts } = { part: 1, parts: 1 },
): Promise<RegisterBookView> {
  const [profile, settings, logo, entries] = await Promise.all([
    findProfile(scope),
    findCertificateSettings(scope),
    readLogo(scope),
    readEntries(scope, entryNumbers),
  ])
  if (!profile) throw new Error('The school of the register is gone')
  const { name, address, phone, email } = profile
  return {
    language,
    logo,
    school: { name, address, phone, email },
    lines: schoolLines(profile, settings, language),
    printedOn: todayInIndia(new Date()),
    part,
    parts,
    entries: inLanguage(language, () => entries.map((entry) => bookEntry(entry, language))),
  }
}

function bookEntry(entry: RegisterEntry, language: Language): BookEntry {
  const dropNulls = (lines: ReadonlyArray<string | null>) => lines.filter((line) => line !== null)
  const day = (date: string | null) => (date === null ? null : formatDay(date, language))
  return {
    number: entry.number,
    name: entry.name,
    mother: entry.motherName ?? '',
    father: entry.fatherName ?? entry.guardianName ?? '',
    birthDate: formatDay(entry.birthDate, language),
    birthWords: dayInWords(entry.birthDate, language),
    gender: shownValue('gender', entry.gender),
    category: [entry.category, entry.religion]
      .map((value, index) => (value === null ? '' : shownValue(index === 0 ? 'category' : 'religion', value)))
      .filter(Boolean)
      .join(', '),
    lastSchool: entry.previousSchool ?? '',
    admitted: dropNulls([day(entry.admittedOn), entry.admissionClass]),
    left: dropNulls([day(entry.leftOn), entry.leavingClass]),
    reason: entry.leavingReason ?? '',
    certificate: dropNulls([entry.certificateNumber, day(entry.certificateOn)]),
    remarks: remarksOf(entry, language),
  }
}
