//! Marks as SVG.

use std::io::{self, Write};

use crate::plot::{HEIGHT, Mark, Plot, Role, WIDTH};
use crate::svg::escaped;

/// Both schemes have a ground of their own, so that the picture can stand on any page.
const STYLE: &str = "\
svg{background:#fff;font:14px system-ui,sans-serif}\
.large{font-size:19px;font-weight:600}text{fill:#1d2733}\
.ink{stroke:#1d2733}.grid{stroke:#d5dbe1}.won{fill:#1f6fb2;fill-opacity:.65}.lost{stroke:#c4490c}.mean{stroke:#1d2733}\
polyline,path{fill:none}\
@media(prefers-color-scheme:dark){svg{background:#14181d}text{fill:#e4e9ee}.ink{stroke:#e4e9ee}.grid{stroke:#38424c}\
.won{fill:#6cb4f0}.lost{stroke:#ff9a5c}.mean{stroke:#e4e9ee}}";

pub(super) fn write(plot: &Plot, out: &mut dyn Write) -> io::Result<()> {
    let title = escaped(&plot.title);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"100%\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>"
    )?;
    for mark in &plot.marks {
        match mark {
            Mark::Line { role, points, width } => {
                let class = match role {
                    Role::Ink => "ink",
                    Role::Grid => "grid",
                    Role::Mean => "mean",
                };
                let points = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}"));
                let points = points.collect::<Vec<_>>().join(" ");
                writeln!(
                    out,
                    "<polyline class=\"{class}\" stroke-width=\"{width}\" points=\"{points}\"/>"
                )?;
            }
            Mark::Won((x, y)) => {
                writeln!(out, "<circle class=\"won\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\"/>")?;
            }
            Mark::Lost((x, y)) => {
                let [a, b, c, d] = [x - 3.5, x + 3.5, y - 3.5, y + 3.5];
                writeln!(
                    out,
                    "<path class=\"lost\" stroke-width=\"1.6\" d=\"M{a:.1} {c:.1}L{b:.1} {d:.1}M{a:.1} {d:.1}L{b:.1} {c:.1}\"/>"
                )?;
            }
            Mark::Text { at: (x, y), anchor, large, text } => {
                let (anchor, text) = (anchor.name(), escaped(text));
                let class = if *large { " class=\"large\"" } else { "" };
                writeln!(
                    out,
                    "<text{class} x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
                )?;
            }
        }
    }
    writeln!(out, "</svg>")
}
