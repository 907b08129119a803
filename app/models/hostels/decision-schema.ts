import { z } from 'zod'
import { decisionDay } from '~/models/shared/decision-schema'

/** The day on which somebody moved in or out. */
export const moveSchema = z.object({ day: decisionDay })
