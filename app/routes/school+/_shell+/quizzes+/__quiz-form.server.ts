import type { FieldErrors } from '~/http/route.server'
import { classChoices, sectionChoices, sessionChoices, subjectChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import type { OwnSection } from '~/models/academics/section-queries.server'
import type { AudienceRefusal } from '~/models/quizzes/quiz-audience.server'
import type { QuizRecord } from '~/models/quizzes/quiz-queries.server'
import { wallClockInIndia } from '~/models/quizzes/window-rules'
import type { SchoolScope } from '~/models/shared/scope.server'

/** What the form of a quiz offers; a teacher's own sections and the current session only. */
export async function quizChoices(scope: SchoolScope, own: readonly OwnSection[] | null) {
  const [sessions, classes, sections, subjects] = await Promise.all([
    sessionChoices(scope),
    own ? [] : classChoices(scope),
    own ?? sectionChoices(scope),
    subjectChoices(scope),
  ])
  const ownClasses = new Map(own?.map((section) => [section.classPublicId, section.className]))
  const choice = ({ publicId, name }: { publicId: string; name: string }) => ({ value: publicId, label: name })
  return {
    sessions: sessions.filter((one) => own === null || one.isCurrent).map(choice),
    classes: own ? [...ownClasses].map(([value, label]) => ({ value, label })) : classes.map(choice),
    sections: sections.map(({ publicId, className, name }) => ({
      value: publicId,
      label: classSection(className, name),
    })),
    subjects: subjects.map(choice),
    /** A teacher writes for own sections, not for a whole class. */
    mustChooseSections: own !== null,
  }
}

export const audienceRefusals: Record<AudienceRefusal, FieldErrors> = {
  'no-such-session': { academic_session: ['Select a valid academic session'] },
  'no-such-class': { class: ['Select a valid class'] },
  'no-such-section': { sections: ['Select a valid section of the class'] },
  'no-such-subject': { subject: ['Select a valid subject'] },
  'not-yours': { sections: ['Choose one of your sections at least'] },
  'outside-session': { from_day: ['The quiz must be within the academic session'] },
}

/** A stored quiz as its form shows it. */
export function quizValues(quiz: QuizRecord) {
  const from = wallClockInIndia(quiz.availableFrom)
  const until = wallClockInIndia(quiz.availableUntil)
  return {
    version: String(quiz.version),
    title: quiz.title,
    description: quiz.description ?? '',
    subject: quiz.subjectPublicId ?? '',
    duration_minutes: String(quiz.durationMinutes),
    academic_session: quiz.sessionPublicId,
    class: quiz.classPublicId,
    sections: quiz.sections.map((section) => section.publicId),
    from_day: from.day,
    from_time: from.time,
    until_day: until.day,
    until_time: until.time,
  }
}

const fieldNames = {
  title: 'Title',
  description: 'Description',
  duration_minutes: 'Minutes',
  from_day: 'First day',
  from_time: 'First time',
  until_day: 'Last day',
  until_time: 'Last time',
} as const

/** What stands now where the form that comes second says something else: a sentence each. */
export function standsNow(quiz: QuizRecord, typed: Record<string, unknown>): string[] {
  const now = quizValues(quiz)
  const texts = Object.entries(fieldNames).flatMap(([name, label]) => {
    const value = now[name as keyof typeof fieldNames]
    const text = String(typed[name] ?? '').replaceAll('\r\n', '\n')
    return name in typed && text.trim() !== value ? [`${label} is now: ${value || 'empty'}`] : []
  })
  const place = (['academic_session', 'class', 'subject'] as const).some(
    (name) => name in typed && String(typed[name] ?? '') !== now[name],
  )
  const sections = Array.isArray(typed.sections) ? [...typed.sections].sort().join() : null
  const moved = place || (sections !== null && sections !== [...now.sections].sort().join())
  const forWhom = `${quiz.className}, ${quiz.sections.map((section) => section.name).join(', ') || 'whole class'}`
  return moved ? [...texts, `The quiz is now for ${forWhom} (${quiz.sessionName})`] : texts
}
