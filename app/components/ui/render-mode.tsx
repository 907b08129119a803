import { createContext, useContext } from 'react'

/**
 * Render mode of this document. Only the root reads `enhanced`, to omit its script tags and to mark the body for the
 * stylesheet, and the toast, to overlay the page: all other components render the same markup in both modes.
 */
export interface RenderMode {
  enhanced: boolean
  nonce: string | undefined
  /** Set only on error documents, which have no scripts. The request id is also in the log. */
  recordsAway?: boolean
  requestId?: string
}

const Context = createContext<RenderMode>({ enhanced: false, nonce: undefined })

export const RenderModeProvider = Context.Provider

export function useRenderMode(): RenderMode {
  return useContext(Context)
}
