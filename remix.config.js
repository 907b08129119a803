/**
 * Remix's options; vite.config.ts passes them to the Remix plugin.
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  // The start script builds into a folder named by the hash of the sources, so that a build never breaks a running
  // server.
  buildDirectory: process.env.SHALA_BUILD_DIR ?? 'build/current',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // Off: the door slices the route manifest instead, and discovery would cost a request for each unknown link.
    v3_lazyRouteDiscovery: false,
    v3_routeConfig: true,
  },
}
