import { select } from '~/database/database.server'
import { findClass, findSession, findSubject } from '~/models/academics/queries.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { instantInIndia } from './window-rules'

export type AudienceRefusal =
  | 'no-such-session'
  | 'no-such-class'
  | 'no-such-section'
  | 'no-such-subject'
  | 'not-yours'
  | 'outside-session'

interface Input {
  /** Public ids. */
  academic_session: string
  class: string
  sections: readonly string[]
  subject?: string | undefined
  from_day: string
  from_time: string
  until_day: string
  until_time: string
}

interface QuizAudience {
  session: { id: number; name: string }
  class: { id: number; name: string }
  sections: Array<{ id: number; name: string }>
  subjectId: number | null
  availableFrom: Date
  availableUntil: Date
}

/**
 * What the fields of a quiz name: everything is of this school, the sections are of the class ('no-such-section'), the window lies in the
 * session ('outside-session'). A teacher (`ownSectionIds`) chooses own sections of the current session, one at least ('not-yours').
 */
export async function findQuizAudience(
  scope: SchoolScope,
  input: Input,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<QuizAudience, AudienceRefusal>> {
  const session = await findSession(scope, input.academic_session)
  if (!session || (ownSectionIds !== null && !session.isCurrent)) return refused('no-such-session')
  const ofClass = await findClass(scope, input.class)
  if (!ofClass) return refused('no-such-class')
  const wanted = [...new Set(input.sections)]
  const sections =
    wanted.length === 0
      ? []
      : await select<{ id: number; name: string }>(
          `SELECT id, name FROM sections WHERE school_id = :schoolId AND class_id = :classId AND public_id IN (:wanted)
           ORDER BY name, id`,
          { schoolId: scope.schoolId, classId: ofClass.id, wanted },
        )
  if (sections.length !== wanted.length) return refused('no-such-section')
  if (ownSectionIds !== null && !sections.every((section) => ownSectionIds.includes(section.id)))
    return refused('no-such-section')
  if (ownSectionIds !== null && sections.length === 0) return refused('not-yours')
  const subject = input.subject ? await findSubject(scope, input.subject) : null
  if (input.subject && !subject) return refused('no-such-subject')
  const availableFrom = instantInIndia(input.from_day, input.from_time)
  const availableUntil = instantInIndia(input.until_day, input.until_time)
  if (!availableFrom || !availableUntil) throw new RangeError('The form has checked days and times')
  if (input.from_day < session.startsOn || input.until_day > session.endsOn) return refused('outside-session')
  return done({
    session,
    class: ofClass,
    sections: sections.map(({ id, name }) => ({ id, name })),
    subjectId: subject?.id ?? null,
    availableFrom,
    availableUntil,
  })
}

/** Whom a quiz is for, as it is said: `A, B`, or the whole class. */
export function sectionWords(sections: ReadonlyArray<{ name: string }>): string {
  return sections.length === 0 ? 'Whole class' : sections.map((section) => section.name).join(', ')
}
