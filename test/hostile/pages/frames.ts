import { type HostileGroup, markup, script } from '../hostile-page.ts'

export const FRAMES: HostileGroup = {
  group: 'frames',
  pages: [
    markup(
      'a page inside itself',
      () =>
        '<p>self</p><iframe src="PATH?1"></iframe><script>document.querySelector("iframe").src = location.pathname + "?" + Math.random()</script>',
    ),
    markup(
      'a page twice inside itself',
      () =>
        '<iframe srcdoc="<script>parent.spawn(document)</script>"></iframe><script>window.spawn = (into) => { for (let i = 0; i < 2; i++) { const f = into.createElement("iframe"); f.src = "PATH"; (into.body ?? into.documentElement).append(f) } }</script>',
    ),
    // Chromium itself takes 25 s for these on two cores: whether it answers in between is its own affair
    markup('a thousand frames', () => '<iframe srcdoc="<button>In</button>"></iframe>'.repeat(1_000)),
    markup('three hundred cross-site frames', () => '<iframe src="OTHER/home"></iframe>'.repeat(300)),
    markup(
      'frames sixty deep',
      () =>
        `<p>top</p><script>let into = document; for (let i = 0; i < 60; i++) { const f = into.createElement('iframe'); into.body.append(f); into = f.contentDocument }</script>`,
    ),
    markup(
      'a frame that navigates all the time',
      () =>
        '<p>around</p><iframe src="/home"></iframe><script>setInterval(() => { document.querySelector("iframe").src = "/home?" + Math.random() }, 15)</script>',
      {
        must: 'be-observed',
        always: true,
      },
    ),
    markup(
      'a cross-site frame that navigates all the time',
      () =>
        '<p>around</p><iframe src="OTHER/home"></iframe><script>setInterval(() => { document.querySelector("iframe").src = "OTHER/home?" + Math.random() }, 40)</script>',
      { must: 'be-observed' },
    ),
    markup('a cross-site frame that loops', () => '<p>around</p><iframe src="OTHERPATH/loop"></iframe>', {
      also: { '/loop': '<script>for (;;);</script>' },
      must: 'be-observed',
    }),
    script(
      'frames that come and go',
      `
      setInterval(() => { document.querySelector('iframe')?.remove(); document.body.append(document.createElement('iframe')) }, 5)`,
      { must: 'be-observed' },
    ),
    script(
      'frames that go when they are measured',
      `
      for (let i = 0; i < 20; i++) document.body.append(document.createElement('iframe'))
      const measure = Element.prototype.getBoundingClientRect
      Element.prototype.getBoundingClientRect = function () { this.remove(); return measure.call(this) }
      new IntersectionObserver((all) => all.forEach(({ target }) => target.remove())).observe(document.querySelector('iframe'))`,
      { must: 'be-observed' },
    ),
    script(
      'a frame that sends the page away',
      `
      const frame = document.body.appendChild(document.createElement('iframe'))
      frame.srcdoc = '<script>setInterval(() => { top.location.search = Math.random() }, 50)<' + '/script>'`,
    ),
    markup(
      'a frame that shows dialogs without end',
      () => '<p>around</p><iframe srcdoc="<script>for (;;) alert(1)</script>"></iframe>',
    ),
  ],
}
