import { addDays, formatDay } from '~/models/core/shared/calendar'

export interface PaperTime {
  /** YYYY-MM-DD */
  heldOn: string
  /** HH:MM, both or neither. */
  startTime: string | null
  endTime: string | null
}

export interface OtherPaper extends PaperTime {
  publicId: string
  subjectName: string
  examName: string
}

export interface PaperProblem {
  field: 'heldOn' | 'startTime'
  message: string
}

/** Returns whether two papers overlap; one may begin when the other ends. A paper without times overlaps no other. */
export function overlap(one: PaperTime, other: PaperTime): boolean {
  if (one.heldOn !== other.heldOn) return false
  if (!one.startTime || !one.endTime || !other.startTime || !other.endTime) return false
  return one.startTime < other.endTime && other.startTime < one.endTime
}

export function timeWords({ startTime, endTime }: Pick<PaperTime, 'startTime' | 'endTime'>): string {
  return startTime && endTime ? `${startTime} to ${endTime}` : ''
}

/** Returns a field error if a paper is outside the exam's days or overlaps another one; otherwise null. */
export function paperProblem(
  paper: PaperTime,
  exam: { name: string; startsOn: string; endsOn: string },
  others: readonly OtherPaper[],
): PaperProblem | null {
  if (paper.heldOn < exam.startsOn || paper.heldOn > exam.endsOn) {
    const days = `${formatDay(exam.startsOn, 'en')} to ${formatDay(exam.endsOn, 'en')}`
    return { field: 'heldOn', message: `Choose a day of the exam: ${days}` }
  }
  const met = others.find((other) => overlap(paper, other))
  if (!met) return null
  const otherExam = met.examName === exam.name ? '' : ` (${met.examName})`
  return {
    field: 'startTime',
    message: `The class has ${met.subjectName}${otherExam} from ${timeWords(met)} on this day`,
  }
}

/**
 * Proposes a day for each of `count` papers: one a day, except Sundays and used days; when the exam's days run out, the
 * rest get its last day.
 */
export function proposeDays(
  exam: { startsOn: string; endsOn: string },
  takenDays: readonly string[],
  count: number,
): string[] {
  const days: string[] = []
  for (let day = exam.startsOn; days.length < count && day <= exam.endsOn; day = addDays(day, 1))
    if (new Date(`${day}T00:00:00Z`).getUTCDay() !== 0 && !takenDays.includes(day)) days.push(day)
  return [...days, ...Array.from({ length: count - days.length }, () => exam.endsOn)]
}

export function obstacleOfMarks(name: string, marks: number): string | null {
  if (marks === 0) return null
  const have = marks === 1 ? '1 mark is' : `${marks} marks are`
  return `${have} entered in ${name}, so it cannot be deleted. Clear the marks first if they were a mistake.`
}

export const publishedObstacle = 'The results are published. Withdraw them first.'
