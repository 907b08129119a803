import { z } from 'zod'

// The page is the owner's only, so its words are English.
const secret = z.string().trim().max(120, 'Use at most 120 characters').default('')

/** Blank secrets keep what is stored; the password is asked for when it was last given too long ago. */
export const paymentKeysSchema = z.object({
  key_id: z
    .string('Key id is required')
    .trim()
    .min(1, 'Key id is required')
    .max(60, 'Use at most 60 characters')
    .regex(/^rzp_(test|live)_\w+$/, 'A Razorpay key id begins with rzp_live_ or rzp_test_'),
  key_secret: secret,
  webhook_secret: secret,
  password: z.string().max(200, 'Use at most 200 characters').default(''),
})

export const removeKeysSchema = paymentKeysSchema.pick({ password: true })
