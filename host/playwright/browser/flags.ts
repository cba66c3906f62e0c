/** Always: no traffic of the browser's own, no prompt that waits for a person, one process per site. */
const EVERYWHERE = [
  '--site-per-process',
  '--deny-permission-prompts',
  '--no-pings',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--safebrowsing-disable-auto-update',
  '--disable-background-networking',
  '--disable-component-update',
  // What the two above leave of a full Chromium: updates it asks for all the same, and what it asks about form fields
  '--component-updater=url-source=about:blank',
  '--autofill-server-url=about:blank',
  '--disable-sync',
  '--allow-browser-signin=false',
  '--disable-notifications',
  '--disable-print-preview',
]

/** Where the policy proxy holds: nothing that would speak past it, or before a page asks. */
const PROXIED = [
  '--disable-quic',
  // The switch of Chrome, then that of the headless shell and older builds.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  // The proxy resolves names, and is itself an address: whatever the browser would resolve leaks what a page writes into it
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-blink-features=SpeculationRules,Prerender2',
]

/**
 * Where an environment has one page: no other is made, whatever asks for it, and so nothing is asked for on its behalf. The
 * headless shell alone knows this; in other builds the guards stop what they can, and the page is closed once it has come.
 */
const ONE_PAGE = ['--block-new-web-contents']

export const launchFlags = ({ proxied, popups }: { proxied: boolean; popups: boolean }): string[] => [
  ...EVERYWHERE,
  ...(proxied ? PROXIED : []),
  ...(popups ? [] : ONE_PAGE),
]

/** What Chromium needs of the surrounding environment; everything else stays outside. */
const KEPT = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  // A window needs a display.
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  // Windows starts no process without these.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'COMSPEC',
  'WINDIR',
]

/** Chromium's environment: scrubbed, with a home of its own. */
export function launchEnvironment(home: string, env: NodeJS.ProcessEnv, headless: boolean): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of KEPT) {
    const value = env[name]
    if (value !== undefined && !(headless && /DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR/.test(name))) kept[name] = value
  }
  return {
    ...kept,
    HOME: home,
    USERPROFILE: home,
    TMPDIR: home,
    TEMP: home,
    TMP: home,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_CACHE_HOME: `${home}/cache`,
    XDG_DATA_HOME: `${home}/data`,
  }
}
