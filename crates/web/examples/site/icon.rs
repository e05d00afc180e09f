//! The icon as pictures of pixels, for systems that take no other.

use divvy_server::site;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Rounded,
    /// The system cuts a shape of its own out of it.
    Full,
}

impl Shape {
    pub(crate) const fn purpose(self) -> &'static str {
        match self {
            Self::Rounded => "any",
            Self::Full => "maskable",
        }
    }
}

/// Names and sizes.
pub(crate) const ALL: [(&str, u32, Shape); 3] = [
    ("icon-192.png", 192, Shape::Rounded),
    ("icon-512.png", 512, Shape::Rounded),
    ("icon-maskable.png", 512, Shape::Full),
];

/// The side of the drawing, and the points of a pixel, squared, that are looked at.
const SIDE: f64 = 32.0;
const POINTS: u32 = 4;

/// A rectangle with round corners; a circle is one, too.
struct Part {
    from: [f64; 2],
    to: [f64; 2],
    corner: f64,
    colour: [u8; 3],
}

impl Part {
    /// An element of the drawing, which is made of rectangles and circles only.
    fn read(element: &str) -> Option<Self> {
        let text = |name: &str| element.split_once(&format!(" {name}=\""))?.1.split('"').next();
        let number = |name| text(name).and_then(|value| value.parse().ok()).unwrap_or(0.0);
        let hex = text("fill")?.trim_start_matches('#');
        let colour = match hex.len() {
            3 => hex.chars().flat_map(|digit| [digit, digit]).collect(),
            _ => hex.to_owned(),
        };
        let colour = u32::from_str_radix(&colour, 16).ok()?.to_be_bytes();
        let (radius, x, y) = (number("r"), number("x"), number("y"));
        let (from, to) = match element.starts_with("circle") {
            true => {
                let centre = [number("cx"), number("cy")];
                (centre.map(|at| at - radius), centre.map(|at| at + radius))
            }
            false => ([x, y], [x + number("width"), y + number("height")]),
        };
        let corner = number("rx") + radius;
        Some(Self { from, to, corner, colour: [colour[1], colour[2], colour[3]] })
    }

    fn covers(&self, point: [f64; 2]) -> bool {
        let beyond = |axis: usize| {
            let (from, to) = (self.from[axis] + self.corner, self.to[axis] - self.corner);
            (from - point[axis]).max(point[axis] - to).max(0.0)
        };
        beyond(0).hypot(beyond(1)) <= self.corner.max(f64::EPSILON)
    }
}

pub(crate) fn png(size: u32, shape: Shape) -> Result<Vec<u8>, png::EncodingError> {
    let drawing = site::assets().into_iter().find(|(name, _)| *name == "icon.svg");
    let drawing = drawing.map_or("".into(), |(_, bytes)| String::from_utf8_lossy(bytes));
    let mut parts: Vec<Part> = drawing.split('<').filter_map(Part::read).collect();
    if let Some(ground) = parts.first_mut().filter(|_| shape == Shape::Full) {
        ground.corner = 0.0;
    }
    let mut pixels = Vec::new();
    for (y, x) in (0..size).flat_map(|y| (0..size).map(move |x| (y, x))) {
        let points = (0..POINTS * POINTS).filter_map(|point| {
            let at = |pixel: u32, part: u32| {
                (f64::from(pixel) + (f64::from(part) + 0.5) / f64::from(POINTS)) * SIDE
                    / f64::from(size)
            };
            let place = [at(x, point % POINTS), at(y, point / POINTS)];
            parts.iter().rfind(|part| part.covers(place)).map(|part| part.colour)
        });
        let colours: Vec<[u8; 3]> = points.collect();
        let count = colours.len().max(1) as u32;
        let mean = |channel: usize| {
            (colours.iter().map(|colour| u32::from(colour[channel])).sum::<u32>() / count) as u8
        };
        let seen = (colours.len() as u32 * 255 / (POINTS * POINTS)) as u8;
        pixels.extend([mean(0), mean(1), mean(2), seen]);
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size, size);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}
