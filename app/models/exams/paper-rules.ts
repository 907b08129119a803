import { addDays, formatDay } from '~/models/shared/calendar'

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

/** Two papers at one time: one may begin when the other ends. A paper without times is at no time. */
export function overlap(one: PaperTime, other: PaperTime): boolean {
  if (one.heldOn !== other.heldOn) return false
  if (!one.startTime || !one.endTime || !other.startTime || !other.endTime) return false
  return one.startTime < other.endTime && other.startTime < one.endTime
}

/** `09:00 to 12:00`; '' where no time is known. */
export function timeWords({ startTime, endTime }: Pick<PaperTime, 'startTime' | 'endTime'>): string {
  return startTime && endTime ? `${startTime} to ${endTime}` : ''
}

/** Why a paper cannot be held then, in words for its field; null when it can. */
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
  const where = met.examName === exam.name ? '' : ` (${met.examName})`
  return { field: 'startTime', message: `The class has ${met.subjectName}${where} from ${timeWords(met)} on this day` }
}

/** A day for each of several papers: one a day without Sundays, as long as the exam has days; the rest share its last one. */
export function proposeDays(
  exam: { startsOn: string; endsOn: string },
  taken: readonly string[],
  count: number,
): string[] {
  const days: string[] = []
  for (let day = exam.startsOn; days.length < count && day <= exam.endsOn; day = addDays(day, 1))
    if (new Date(`${day}T00:00:00Z`).getUTCDay() !== 0 && !taken.includes(day)) days.push(day)
  return [...days, ...Array.from({ length: count - days.length }, () => exam.endsOn)]
}

/** Why an exam or a paper stays, or null when nobody has marks in it. */
export function obstacleOfMarks(name: string, marks: number): string | null {
  if (marks === 0) return null
  const have = marks === 1 ? '1 mark is' : `${marks} marks are`
  return `${have} entered in ${name}, so it cannot be deleted. Clear the marks first if they were a mistake.`
}

export const publishedObstacle = 'The results are published. Withdraw them first.'
