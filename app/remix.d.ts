import '@remix-run/node'

// Types for the flag set in remix.config.js: loaders may return plain values and `data()`.
declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}
