"use strict";
(() => {
  const doc = JSON.parse(document.getElementById("data").textContent);
  const main = document.getElementById("main");
  const kind = document.body.dataset.kind;
  const charts = [];
  // What was drawn, for tests: every chart with the numbers that it shows.
  window.innosim = { kind, charts: [], ready: false };

  // ---- small helpers
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const palette = () => ["--a", "--b", "--c", "--d", "--e", "--f", "--g", "--h"].map(css);
  const el = (tag, attrs, ...kids) => {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attrs || {})) {
      if (k === "class") e.className = v; else if (k === "style") e.style.cssText = v; else e.setAttribute(k, v);
    }
    for (const kid of kids.flat()) if (kid !== null && kid !== undefined) e.append(kid);
    return e;
  };
  const fig = (v) => {
    if (v === null || v === undefined || !isFinite(v)) return "–";
    const a = Math.abs(v);
    if (a >= 1e6) return Number(v.toPrecision(5)).toLocaleString("en", { maximumFractionDigits: 0 });
    if (a >= 1000 || a === Math.trunc(a)) return v.toLocaleString("en", { maximumFractionDigits: 0 });
    if (a >= 100) return v.toFixed(1);
    if (a >= 10) return v.toFixed(2);
    return a >= 1 ? v.toFixed(3) : v.toFixed(4);
  };
  const pct = (v) => (v === null || v === undefined ? "–" : (100 * v).toFixed(1) + " %");
  const bytes = (v) => {
    const units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let i = 0;
    while (Math.abs(v) >= 1024 && i < units.length - 1) { v /= 1024; i++; }
    return fig(v) + " " + units[i];
  };
  const section = (title) => { const s = el("section", {}, el("h2", {}, title)); main.append(s); return s; };
  const table = (head, rows, cls) => el("div", { class: "scroll" }, el("table", { class: cls || "" },
    el("thead", {}, el("tr", {}, head.map((h) => el("th", {}, h)))),
    el("tbody", {}, rows.map((r) => el("tr", {}, r.map((c) => (c instanceof Node && c.tagName === "TD" ? c : el("td", {}, c))))))));
  const cards = (list) => main.append(el("div", { class: "cards" }, list.filter((c) => c[1] !== undefined && c[1] !== null)
    .map(([name, value, unit]) => el("div", { class: "card" }, el("b", {}, fig(value)), el("span", {}, name + (unit ? ", " + unit : ""))))));
  const heading = (title, h) => {
    main.append(el("h1", {}, title), el("p", { class: "sub" }, [h.server, h.workload].filter(Boolean).join(" · ")));
    document.title = title + " – innosim";
  };
  const about = (h) => {
    const s = section("What was run");
    const names = [["innosim", h.version], ["server", h.server], ["host", h.host], ["device", h.device], ["workload", h.workload],
      ["seed", h.seed], ["replications", h.replications], ["digest", h.digest]];
    s.append(el("dl", {}, names.filter((n) => n[1] !== undefined && n[1] !== "").flatMap(([k, v]) => [el("dt", {}, k), el("dd", {}, String(v))])));
  };
  const noted = (name, numbers) => window.innosim.charts.push({ name, numbers });

  // ---- charts over an axis
  const axes = (x, at) => [
    { stroke: () => css("--soft"), grid: { stroke: () => css("--line"), width: 1 }, ticks: { stroke: () => css("--line") }, label: x, labelSize: 18, size: 34,
      ...(at ? { splits: () => at.map((p) => p[0]), values: () => at.map((p) => p[1]) } : {}) },
    { stroke: () => css("--soft"), grid: { stroke: () => css("--line"), width: 1 }, ticks: { stroke: () => css("--line") }, size: 64,
      values: (u, v) => v.map((n) => (n === null ? "" : Math.abs(n) >= 1e6 ? n / 1e6 + "M" : Math.abs(n) >= 1e4 ? n / 1e3 + "k" : String(n))) },
  ];
  const notes = (texts) => { for (const t of texts) main.append(el("p", { class: "note" }, t)); };
  const lines = (parent, name, xs, series, o) => {
    const holder = el("div", { class: "chart", "data-chart": name });
    parent.append(holder);
    const colors = palette();
    const opts = {
      title: name, width: Math.max(280, holder.clientWidth), height: (o && o.height) || 220,
      cursor: o && o.sync ? { sync: { key: o.sync } } : {},
      scales: { x: { time: false, distr: o && o.logX ? 3 : 1 }, y: { range: (u, lo, hi) => [Math.min(0, lo), hi > 0 ? hi * 1.06 : 1] } },
      axes: axes((o && o.x) || "seconds", o && o.at),
      series: [{ label: (o && o.x) || "seconds", value: (u, v) => fig(v) }].concat(series.map((s, i) => ({
        label: s.label, stroke: colors[(i + ((o && o.first) || 0)) % colors.length], width: 1.6, spanGaps: true, value: (u, v) => fig(v),
        points: { show: Boolean(o && o.points), size: 6 },
      }))),
      hooks: { draw: [(u) => {
        for (const [at, text] of (o && o.marks) || []) {
          const x = Math.round(u.valToPos(at, "x", true));
          const c = u.ctx;
          c.save(); c.strokeStyle = css("--soft"); c.setLineDash([4, 4]); c.beginPath(); c.moveTo(x, u.bbox.top); c.lineTo(x, u.bbox.top + u.bbox.height); c.stroke();
          c.fillStyle = css("--soft"); c.font = "11px system-ui"; c.fillText(text, x + 4, u.bbox.top + 12); c.restore();
        }
      }] },
    };
    const chart = new uPlot(opts, [xs].concat(series.map((s) => s.values)), holder);
    charts.push([chart, holder]);
    noted(name, series.map((s) => ({ label: s.label, values: s.values })));
    return chart;
  };

  // ---- bars of parts of a whole
  const bar = (parent, title, parts, unit) => {
    const total = parts.reduce((a, p) => a + p[1], 0);
    const colors = palette();
    const shown = parts.filter((p) => p[1] > 0).sort((a, b) => b[1] - a[1]);
    const color = (i) => colors[i % colors.length];
    parent.append(el("div", {}, title + ": " + fig(total) + " " + unit),
      el("div", { class: "bar", role: "img", "aria-label": title, "data-chart": title },
        shown.map(([n, v], i) => el("i", { title: n + " " + fig(v) + " " + unit, style: "width:" + (100 * v / (total || 1)) + "%;background:" + color(i) }))),
      el("div", { class: "key" }, shown.filter((p) => p[1] >= total * 0.005).map(([n, v], i) =>
        el("span", {}, el("i", { style: "background:" + color(i) }), n + " " + pct(v / (total || 1))))));
    noted(title, parts.map(([label, value]) => ({ label, values: [value] })));
  };

  // ---- run
  const run = () => {
    const h = doc.header, r = doc.results, s = doc.series, st = doc.statistics;
    heading(h.scenario || "run", h);
    notes(doc.warnings);
    if (doc.interrupted) main.append(el("p", { class: "note" }, doc.interrupted));
    cards([["transactions per second", r.tps, doc.interval.tps ? "± " + fig(doc.interval.tps) : ""], ["latency, mean", r["latency.avg"], "ms"],
      ["95th percentile", r["latency.p95"], "ms"], ["99th percentile", r["latency.p99"], "ms"], ["page reads per transaction", r.data_reads_per_trx],
      ["page writes per transaction", r.pages_written_per_trx], ["recovery after a crash", r.recovery_time, "s"], ["commits a power cut can lose", r.lost_commits_max]]);
    const time = section("Over time");
    const o = { sync: "run", marks: st ? [[st.window_start_seconds, "measured"]] : [] };
    lines(time, "Throughput, transactions per second", s.time, [{ label: "tps", values: s.tps }], o);
    lines(time, "Latency, ms", s.time, [{ label: (st ? st.percentile : "") + "th percentile", values: s.latency_percentile }], { ...o, first: 1 });
    lines(time, "Checkpoint age, MiB", s.time, [{ label: "age", values: (s.checkpoint_age || []).map((v) => v / 1048576) }], { ...o, first: 2 });
    lines(time, "Pages of the buffer pool", s.time, [{ label: "dirty", values: s.dirty_pages }, { label: "free", values: s.free_pages }], { ...o, first: 3 });
    lines(time, "Pages per second", s.time, [{ label: "read", values: s.pages_read }, { label: "flushed", values: s.pages_flushed }], { ...o, first: 5 });
    const where = section("Where a transaction's time went");
    bar(where, "average", Object.entries(doc.waits), "ms");
    bar(where, "slowest 1 %", Object.entries(doc.waits_slowest), "ms");
    const f = doc.innodb.pages_flushed_per_sec;
    bar(where, "pages flushed per second, by cause", Object.entries(f), "");
    bar(where, "bytes written, by what they are", Object.entries(doc.innodb.bytes).filter((b) => b[0] !== "lsn"), "");
    const binds = section("What binds");
    binds.append(table(["resource", "loaded", "of the response time"], doc.binds.map((b) => [b.resource, pct(b.load), pct(b.share)])));
    section("Devices").append(table(["device", "r/s", "w/s", "f/s", "r_await", "w_await", "f_await", "aqu-sz", "%util", "cap"],
      Object.entries(doc.devices).map(([n, d]) => [n + " (" + d.profile + ")", fig(d.r_per_sec), fig(d.w_per_sec), fig(d.f_per_sec), fig(d.r_await),
        fig(d.w_await), fig(d.f_await), fig(d.aqu_sz), pct(d.util), d.cap || "–"])));
    const dur = section("Durability");
    dur.append(el("ul", {}, doc.durability.why.map((w) => el("li", {}, w))));
    if (doc.thresholds) {
      section("Thresholds").append(table(["result", "wanted", "found", ""], doc.thresholds.map((t) => [t.name, t.op + " " + fig(t.limit), fig(t.value),
        el("td", { class: t.ok ? "ok" : "bad" }, t.ok ? "holds" : "does not hold")])));
    }
    section("All results").append(table(["result", "value", "± 95 %"], Object.entries(r).map(([n, v]) => [n, fig(v), fig(doc.interval[n])])));
    about(h);
  };

  // ---- compare
  const compare = () => {
    heading("compare: " + (doc.header.base || "base"), doc.header);
    notes(doc.arms.flatMap((a) => (a.fails || []).map((f) => a.name + ": FAILS " + f).concat((a.warnings || []).map((w) => a.name + ": " + w))));
    const shown = [["tps", "Throughput", 1], ["latency.avg", "Latency, mean", -1], ["latency.p99", "Latency, 99th percentile", -1],
      ["device_kb_written_per_trx", "Bytes written per transaction", -1], ["recovery_time", "Recovery time", -1]];
    for (const [name, title, better] of shown) {
      const arms = doc.arms.filter((a) => a.factor[name]);
      if (arms.length < 2) continue;
      const s = section(title + ", as a factor of the base");
      const logs = arms.flatMap((a) => a.factor[name].filter((v) => v > 0)).map(Math.log);
      const reach = Math.max(0.1, ...logs.map(Math.abs)) * 1.1;
      const at = (v) => 50 + 50 * Math.log(v) / reach;
      const box = el("div", { class: "factor", "data-chart": title });
      for (const a of arms) {
        const [v, lo, hi] = a.factor[name];
        const sure = lo !== null && (lo > 1 || hi < 1);
        const cls = !sure ? "same" : (v > 1) === (better > 0) ? "" : "worse";
        box.append(el("div", { class: "name" }, a.name), el("div", { class: "track " + cls, title: name + " " + fig(a.results[name]) },
          el("div", { class: "one", style: "left:50%" }),
          lo === null ? null : el("div", { class: "span", style: "left:" + at(lo) + "%;width:" + Math.max(0, at(hi) - at(lo)) + "%" }),
          el("div", { class: "dot", style: "left:" + at(v) + "%" })),
        el("div", {}, (sure || v === 1 ? "" : "~") + v.toFixed(2) + (lo === null || v === 1 && lo === 1 ? "" : " (" + lo.toFixed(2) + "…" + hi.toFixed(2) + ")")));
      }
      s.append(box);
      noted(title, arms.map((a) => ({ label: a.name, values: a.factor[name] })));
    }
    const names = [...new Set(doc.arms.flatMap((a) => Object.keys(a.results)))].sort();
    section("All results").append(table(["result"].concat(doc.arms.map((a) => a.name)), names.map((n) => [n].concat(doc.arms.map((a) => fig(a.results[n]))))));
    const dur = section("Durability");
    for (const a of doc.arms) dur.append(el("p", {}, el("b", {}, a.name + ": "), a.durability.join(" ")));
    about(doc.header);
  };

  // ---- sweep
  const amount = (t) => {
    const m = /^([0-9.]+)\s*([KMGT]?)$/i.exec(t);
    return m ? Number(m[1]) * 1024 ** " KMGT".indexOf((m[2] || " ").toUpperCase()) : NaN;
  };
  const unique = (list) => [...new Set(list)];
  const sweep = () => {
    heading("sweep: " + (doc.header.base || "base"), doc.header);
    const failing = unique(doc.points.flatMap((p) => p.fails || [])).map((f) => "FAILS " + f + " in " +
      doc.points.filter((p) => (p.fails || []).includes(f)).length + " of " + doc.points.length + " points");
    notes(failing.concat(unique(doc.points.flatMap((p) => p.warnings || []))));
    const done = doc.points.filter((p) => p.results && Object.keys(p.results).length);
    const params = unique(doc.points.flatMap((p) => Object.keys(p.set)));
    const names = unique(done.flatMap((p) => Object.keys(p.results))).sort();
    const pick = el("select", { "aria-label": "result" }, names.map((n) => el("option", n === "tps" ? { selected: "" } : {}, n)));
    main.append(el("p", {}, "result ", pick));
    const box = el("div", {});
    main.append(box);
    const draw = () => {
      box.replaceChildren();
      charts.length = 0; window.innosim.charts = [];
      sweepLines(box, done, params, pick.value);
      if (params.length === 2) heat(box, done, params, pick.value);
      box.append(el("h2", {}, "Points"), table(params.concat([pick.value, "binds"]), doc.points.map((p) => params.map((k) => p.set[k])
        .concat([p.failed ? "failed: " + p.failed : fig((p.results || {})[pick.value]), p.binds]))));
    };
    pick.addEventListener("change", draw);
    draw();
    about(doc.header);
  };
  const sweepLines = (box, done, params, name) => {
    const axis = params.find((k) => done.every((p) => !isNaN(amount(p.set[k]))));
    if (!axis) return;
    const rest = params.filter((k) => k !== axis);
    const xs = unique(done.map((p) => amount(p.set[axis]))).sort((a, b) => a - b);
    const groups = unique(done.map((p) => rest.map((k) => k + "=" + p.set[k]).join(" ")));
    if (groups.length > 12) return;
    const series = groups.map((g) => ({ label: g || name, values: xs.map((x) => {
      const p = done.find((q) => amount(q.set[axis]) === x && rest.map((k) => k + "=" + q.set[k]).join(" ") === g);
      const v = p ? p.results[name] : null;
      return v === undefined ? null : v;
    }) }));
    const words = new Map(done.map((p) => [amount(p.set[axis]), p.set[axis]]));
    lines(box, name + " over " + axis, xs, series, { x: axis, points: true, height: 300, logX: xs[0] > 0 && xs[xs.length - 1] / xs[0] >= 8,
      at: xs.length <= 14 ? xs.map((x) => [x, words.get(x)]) : undefined });
  };
  const heat = (box, done, [down, across], name) => {
    const rows = unique(doc.points.map((p) => p.set[down])), cols = unique(doc.points.map((p) => p.set[across]));
    const value = (r, c) => { const p = done.find((q) => q.set[down] === r && q.set[across] === c); return p ? p.results[name] : undefined; };
    const all = rows.flatMap((r) => cols.map((c) => value(r, c))).filter((v) => v !== undefined);
    const lo = Math.min(...all), hi = Math.max(...all);
    const cell = (v) => v === undefined ? el("td", {}, "–") :
      el("td", { style: "background:color-mix(in srgb, var(--a) " + Math.round(8 + 52 * (hi > lo ? (v - lo) / (hi - lo) : 0)) + "%, var(--paper))" }, fig(v));
    box.append(el("h2", {}, name + ": " + down + " down, " + across + " across"));
    const t = table([down + " \\ " + across].concat(cols), rows.map((r) => [r].concat(cols.map((c) => cell(value(r, c))))), "heat");
    t.dataset.chart = "heat map";
    box.append(t);
    noted("heat map", rows.map((r) => ({ label: r, values: cols.map((c) => value(r, c)) })));
  };

  // ---- validate
  const validate = () => {
    main.append(el("h1", {}, "validate: predicted against measured"));
    document.title = "validate – innosim";
    const rows = Object.entries(doc.summary).map(([n, s]) => [n, String(s.n), pct(s.median_abs), pct(s.p90_abs), pct(s.bias)]);
    section("Errors by result").append(table(["result", "cases", "median", "90th percentile", "bias"], rows));
    const names = Object.keys(doc.summary);
    const pick = el("select", { "aria-label": "result" }, names.map((n) => el("option", n === "tps" ? { selected: "" } : {}, n)));
    const s = section("Predicted over measured");
    s.append(el("p", {}, "result ", pick));
    const box = el("div", {});
    s.append(box);
    const draw = () => { box.replaceChildren(); window.innosim.charts = []; scatter(box, pick.value); };
    pick.addEventListener("change", draw);
    draw();
    const judged = doc.cases.filter((c) => !c.skipped);
    section("Cases").append(table(["case", "tps measured", "predicted", "error"], judged.map((c) => [c.name, fig(c.measured.tps), fig(c.predicted.tps), pct(c.error.tps)])));
    const skipped = doc.cases.filter((c) => c.skipped);
    if (skipped.length) section("Skipped").append(table(["case", "why"], skipped.map((c) => [c.name, el("td", { class: "wrap" }, c.skipped)])));
  };
  const scatter = (box, name) => {
    const points = doc.cases.filter((c) => !c.skipped && c.error && c.error[name] !== undefined && c.measured[name] > 0 && c.predicted[name] > 0)
      .map((c) => ({ name: c.name, x: c.measured[name], y: c.predicted[name] }));
    noted(name, points.map((p) => ({ label: p.name, values: [p.x, p.y] })));
    if (!points.length) { box.append(el("p", {}, "no case is judged on it")); return; }
    const W = 640, H = 460, m = 56;
    const all = points.flatMap((p) => [p.x, p.y]).map(Math.log10);
    const lo = Math.floor(10 * Math.min(...all)) / 10 - 0.1, hi = Math.ceil(10 * Math.max(...all)) / 10 + 0.1;
    const X = (v) => m + (W - m - 30) * (Math.log10(v) - lo) / (hi - lo), Y = (v) => H - 40 - (H - 52) * (Math.log10(v) - lo) / (hi - lo);
    const ns = "http://www.w3.org/2000/svg";
    const svg = (tag, attrs, text) => { const e = document.createElementNS(ns, tag); for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, v); if (text) e.textContent = text; return e; };
    const root = svg("svg", { viewBox: "0 0 " + W + " " + H, role: "img", "aria-label": "predicted over measured " + name, style: "max-width:100%;width:760px;height:auto", "data-chart": name });
    const a = 10 ** lo, b = 10 ** hi;
    for (const [k, dash] of [[1, ""], [1.2, "4 4"], [1 / 1.2, "4 4"]]) {
      const x1 = k > 1 ? a : a / k, x2 = k > 1 ? b / k : b;
      root.append(svg("line", { x1: X(x1), y1: Y(x1 * k), x2: X(x2), y2: Y(x2 * k), stroke: "var(--soft)", "stroke-dasharray": dash }));
    }
    const step = hi - lo > 3 ? 1 : hi - lo > 1.2 ? 0.5 : 0.2;
    for (let e = Math.ceil(lo / step) * step; e <= hi; e += step) {
      const v = 10 ** e;
      root.append(svg("text", { x: X(v), y: H - 22, "text-anchor": "middle", fill: "var(--soft)", "font-size": 12 }, fig(Number(v.toPrecision(2)))),
        svg("text", { x: m - 6, y: Y(v) + 4, "text-anchor": "end", fill: "var(--soft)", "font-size": 12 }, fig(Number(v.toPrecision(2)))));
    }
    root.append(svg("text", { x: W / 2, y: H - 4, "text-anchor": "middle", fill: "var(--ink)", "font-size": 13 }, "measured (dashed: ± 20 %)"),
      svg("text", { x: 14, y: H / 2, "text-anchor": "middle", transform: "rotate(-90 14 " + H / 2 + ")", fill: "var(--ink)", "font-size": 13 }, "predicted"));
    for (const p of points) {
      const c = svg("circle", { cx: X(p.x), cy: Y(p.y), r: 4.5, fill: "var(--a)", "fill-opacity": 0.65 });
      c.append(svg("title", {}, p.name + ": measured " + fig(p.x) + ", predicted " + fig(p.y)));
      root.append(c);
    }
    box.append(root);
  };

  ({ run, compare, sweep, validate })[kind]();
  main.append(el("footer", {}, "Made by innosim; the data of this page are in its source as JSON."));
  let wait = 0;
  window.addEventListener("resize", () => {
    clearTimeout(wait);
    wait = setTimeout(() => charts.forEach(([c, h]) => c.setSize({ width: Math.max(280, h.clientWidth), height: c.height })), 100);
  });
  window.innosim.ready = true;
})();
