/** Error answer in the format of Razorpay's documentation ("About Errors"). */
export class ApiError extends Error {
  readonly status: number
  readonly body: { error: Record<string, unknown> }

  constructor(status: number, code: string, description: string, detail: Record<string, unknown> = {}) {
    super(description)
    this.status = status
    this.body = {
      error: {
        code,
        description,
        source: 'business',
        step: 'payment_initiation',
        reason: 'input_validation_failed',
        metadata: {},
        ...detail,
      },
    }
  }
}

const NOT_APPLICABLE = { source: 'NA', step: 'NA', reason: 'NA' }

export function badRequest(description: string, field?: string): ApiError {
  return new ApiError(400, 'BAD_REQUEST_ERROR', description, field ? { field } : {})
}

export function unknownId(): ApiError {
  return badRequest('The id provided does not exist')
}

export function authenticationFailed(): ApiError {
  return new ApiError(401, 'BAD_REQUEST_ERROR', 'Authentication failed', NOT_APPLICABLE)
}

export function urlNotFound(): ApiError {
  return new ApiError(404, 'BAD_REQUEST_ERROR', 'The requested URL was not found on the server.', NOT_APPLICABLE)
}

export function idempotencyConflict(): ApiError {
  const description = 'Different request with the same idempotency key has already been processed.'
  return new ApiError(409, 'BAD_REQUEST_ERROR', description, NOT_APPLICABLE)
}

export function serverError(): ApiError {
  return new ApiError(
    500,
    'SERVER_ERROR',
    'We are facing some trouble completing your request at the moment. Please try again shortly.',
    NOT_APPLICABLE,
  )
}
