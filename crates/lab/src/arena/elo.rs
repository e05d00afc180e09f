//! How strong players are, from who beat whom.

/// A strength on the scale of Elo, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Rating {
    /// Points; 400 more are ten times the chance of winning. The mean of all players is 0.
    pub elo: f64,
    /// Half the width of the interval that holds the true value in 95 of 100 cases.
    pub margin: f64,
}

/// Points for a factor of e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Standard deviations on each side that make 95 of 100 cases.
const SURE: f64 = 1.959_964;

/// The strengths (Bradley and Terry) under which these results are most likely. `wins[a][b]` is how often `a` beat `b`.
/// Every pair that has met is taken to have drawn one game more, so that a player who won all games is strong and not
/// infinitely so. None where some of them cannot be compared yet, because no chain of games leads from one to the other.
pub fn ratings(wins: &[Vec<f64>]) -> Option<Vec<Rating>> {
    let count = wins.len();
    let met = |a: usize, b: usize| wins[a][b] + wins[b][a] > 0.0;
    let mut reached = vec![false; count];
    let mut open: Vec<usize> = (0..count).take(1).collect();
    while let Some(a) = open.pop() {
        if !std::mem::replace(&mut reached[a], true) {
            open.extend((0..count).filter(|&b| b != a && met(a, b)));
        }
    }
    if reached.contains(&false) {
        return None;
    }
    let won = |a: usize, b: usize| wins[a][b] + if met(a, b) { 0.5 } else { 0.0 };
    let mut strengths = vec![0.0f64; count];
    // Newton's steps, one player at a time; a handful of players settle in a few hundred rounds.
    for _ in 0..2_000 {
        let mut largest: f64 = 0.0;
        for a in 0..count {
            let (mut surplus, mut slope) = (0.0, 0.0);
            for b in (0..count).filter(|&b| b != a) {
                let games = won(a, b) + won(b, a);
                let chance = 1.0 / (1.0 + (strengths[b] - strengths[a]).exp());
                surplus += won(a, b) - games * chance;
                slope += games * chance * (1.0 - chance);
            }
            if slope > 0.0 {
                let step = (surplus / slope).clamp(-1.0, 1.0);
                strengths[a] += step;
                largest = largest.max(step.abs());
            }
        }
        if largest < 1e-10 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / count.max(1) as f64;
    let deviations = deviations(&strengths, &won);
    let rating = |(strength, deviation): (&f64, f64)| Rating {
        elo: SCALE * (strength - mean),
        margin: SCALE * SURE * deviation,
    };
    Some(strengths.iter().zip(deviations).map(rating).collect())
}

/// The standard deviations of the strengths against their mean, from the curvature of the likelihood.
fn deviations(strengths: &[f64], won: &impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let count = strengths.len();
    let share = 1.0 / count.max(1) as f64;
    // The information, made invertible by tying the mean down.
    let mut matrix = vec![vec![share; 2 * count]; count];
    for a in 0..count {
        matrix[a][count..].iter_mut().enumerate().for_each(|(b, cell)| *cell = f64::from(a == b));
        for b in (0..count).filter(|&b| b != a) {
            let chance = 1.0 / (1.0 + (strengths[b] - strengths[a]).exp());
            let weight = (won(a, b) + won(b, a)) * chance * (1.0 - chance);
            matrix[a][a] += weight;
            matrix[a][b] -= weight;
        }
    }
    invert(&mut matrix);
    (0..count).map(|a| (matrix[a][count + a] - share).max(0.0).sqrt()).collect()
}

/// Turns the left half into the unit matrix, and the right half, which was that, into the inverse.
fn invert(matrix: &mut [Vec<f64>]) {
    let count = matrix.len();
    for column in 0..count {
        let rest = column..count;
        let largest =
            rest.max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        matrix.swap(column, largest.unwrap_or(column));
        let pivot = matrix[column][column];
        if pivot.abs() < f64::MIN_POSITIVE {
            continue;
        }
        matrix[column].iter_mut().for_each(|cell| *cell /= pivot);
        let row = matrix[column].clone();
        for other in (0..count).filter(|&other| other != column) {
            let factor = matrix[other][column];
            matrix[other].iter_mut().zip(&row).for_each(|(cell, value)| *cell -= factor * value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_are_as_far_apart_as_their_results() {
        // With the drawn game, 750 and a half to 250 and a half.
        let both = ratings(&[vec![0.0, 750.0], vec![250.0, 0.0]]).unwrap();
        let [strong, weak] = both[..] else { panic!() };
        let expected = SCALE * (750.5f64 / 250.5).ln();
        assert!((strong.elo - weak.elo - expected).abs() < 1e-6);
        assert!((strong.elo + weak.elo).abs() < 1e-6);
        // The deviation of the difference is 1/sqrt(n p q), that against the mean half of it.
        let deviation = 1.0 / (1001.0 * (750.5 / 1001.0) * (250.5 / 1001.0f64)).sqrt() / 2.0;
        assert!((strong.margin - SCALE * SURE * deviation).abs() < 1e-6, "{}", strong.margin);
    }

    #[test]
    fn a_player_who_wins_everything_is_strong_and_not_infinitely_so() {
        let wins = [vec![0.0, 100.0, 100.0], vec![0.0, 0.0, 60.0], vec![0.0, 40.0, 0.0]];
        let all = ratings(&wins).unwrap();
        let [a, b, c] = all[..] else { panic!() };
        assert!(a.elo.is_finite() && a.elo > b.elo + 400.0 && b.elo > c.elo);
        assert!(a.margin > b.margin && a.margin.is_finite());
    }

    #[test]
    fn players_who_cannot_be_compared_have_no_ratings() {
        let apart = |a: f64, b: f64| {
            vec![
                vec![0.0, a, 0.0, 0.0],
                vec![a, 0.0, b, 0.0],
                vec![0.0, b, 0.0, a],
                vec![0.0, 0.0, a, 0.0],
            ]
        };
        assert_eq!(ratings(&[]), Some(Vec::new()));
        assert_eq!(ratings(&apart(5.0, 0.0)), None);
        assert!(ratings(&apart(5.0, 1.0)).is_some());
        assert_eq!(ratings(&[vec![0.0], vec![0.0]].map(|_| vec![0.0, 0.0])), None);
    }
}
