import '@remix-run/node'

// Tells the types what remix.config.js switches on: loaders may return plain values and `data()`.
declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}
